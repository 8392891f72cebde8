//! The tables of the five- and six-card ranking, computed by the compiler.
//!
//! Without a flush only the ranks matter: 6,175 multisets of five and 18,395 of six. They are in one table without
//! gaps. A pile finds its row by its high ranks (9 to A) and its place in the row by its low ranks (3 to 8). The twos
//! need no key, since the number of cards is known. Each half's key is a sum of weights, which can be updated card by
//! card, in any order.

use crate::Wheel;
use crate::five::{flush_code, rank_code};

/// The weight of each of six ranks. No two choices of up to six cards, at most four of a rank, have the same sum:
/// building the tables proves it. Found by search; the aim was that even 52 cards sum to less than [`SUMS`].
pub(crate) const WEIGHTS: [u16; 6] = [15, 16, 25, 109, 514, 1243];

/// More than any sum of weights, even of all 24 cards of a half.
pub(crate) const SUMS: usize = 1 << 13;

const _: () = {
    let mut sum = 0;
    let mut i = 0;
    while i < 6 {
        sum += 4 * WEIGHTS[i] as usize;
        i += 1;
    }
    assert!(sum < SUMS);
};

/// The first low rank is the three, the first high rank the nine.
pub(crate) const LOW_FIRST: u32 = 1;
pub(crate) const HIGH_FIRST: u32 = 7;

/// How many rank multisets there are of five and of six cards together.
const CODES: usize = 6_175 + 18_395;

/// Room for them, rounded up to a power of two.
pub(crate) const CODE_PLACES: usize = 1 << 15;

/// The tables, all together, so that a loop keeps one address instead of four.
pub(crate) struct PileTables {
    /// The place in its row of a choice of low ranks, by their sum.
    pub(crate) low: [u16; SUMS],
    /// The row of a choice of high ranks: by their sum for five cards, by `SUMS` plus their sum for six.
    pub(crate) high: [u16; 2 * SUMS],
    /// The strength codes. A row and a place add up to an index here.
    pub(crate) code: [u16; CODE_PLACES],
    /// The strength code of a flush, by its ranks (bit 0 is the two); 0 unless there are five or six.
    pub(crate) flush: [u16; 1 << 13],
}

pub(crate) static TABLES: PileTables = {
    let mut tables = PileTables { low: [0; SUMS], high: [0; 2 * SUMS], code: [0; CODE_PLACES], flush: [0; 1 << 13] };
    let choices = choices();
    fill_low(&mut tables, &choices);
    fill_high_and_code(&mut tables, &choices);
    fill_flush(&mut tables);
    tables
};

/// Up to six cards of six ranks.
#[derive(Clone, Copy)]
struct RankCounts {
    sum: u16,
    size: usize,
    /// The ranks, lowest first, that appear more than 0, 1, 2 and 3 times.
    at_least: [u16; 4],
}

/// The number of ways to choose up to six cards of six ranks with at most four of each.
const CHOICES: usize = 882;

/// The choices, smallest first, and where each size begins.
struct Choices {
    all: [RankCounts; CHOICES],
    first_of_size: [usize; 8],
}

const fn choices() -> Choices {
    let empty = RankCounts { sum: 0, size: 0, at_least: [0; 4] };
    // Rank by rank, every choice so far is extended by one to four cards of the rank.
    let mut found = [empty; CHOICES];
    let mut count = 1;
    let mut rank = 0;
    while rank < 6 {
        let before = count;
        let mut i = 0;
        while i < before {
            let mut longer = found[i];
            let mut copies = 0;
            while copies < 4 && longer.size < 6 {
                longer.sum += WEIGHTS[rank];
                longer.size += 1;
                longer.at_least[copies] |= 1 << rank;
                found[count] = longer;
                count += 1;
                copies += 1;
            }
            i += 1;
        }
        rank += 1;
    }
    assert!(count == CHOICES);

    let mut sorted = Choices { all: [empty; CHOICES], first_of_size: [0; 8] };
    let mut next = 0;
    let mut size = 0;
    while size <= 6 {
        sorted.first_of_size[size] = next;
        let mut i = 0;
        while i < CHOICES {
            if found[i].size == size {
                sorted.all[next] = found[i];
                next += 1;
            }
            i += 1;
        }
        size += 1;
    }
    sorted.first_of_size[7] = next;
    sorted
}

const fn fill_low(tables: &mut PileTables, choices: &Choices) {
    let mut sum_is_taken = [false; SUMS];
    let mut i = 0;
    while i < CHOICES {
        let sum = choices.all[i].sum as usize;
        assert!(!sum_is_taken[sum], "two choices of cards with one sum");
        sum_is_taken[sum] = true;
        tables.low[sum] = i as u16;
        i += 1;
    }
}

const fn fill_high_and_code(tables: &mut PileTables, choices: &Choices) {
    // A row begins before its first entry by the places it skips; leading room keeps that from going below 0.
    let mut next = CHOICES;
    let mut cards = 5;
    while cards <= 6 {
        let mut h = 0;
        while h < CHOICES && choices.all[h].size <= cards {
            let high = choices.all[h];
            // The rest are low cards and at most four twos, so a row spans choices of neighbouring sizes.
            let rest = cards - high.size;
            let least = rest.saturating_sub(4);
            let begin = choices.first_of_size[least];
            let end = choices.first_of_size[rest + 1];
            tables.high[(cards - 5) * SUMS + high.sum as usize] = (next - begin) as u16;
            let mut l = begin;
            while l < end {
                let low = choices.all[l];
                let twos = rest - low.size;
                // Unrolled, since the compiler's interpreter passes here 24,570 times.
                let at_least = [
                    high.at_least[0] << HIGH_FIRST | low.at_least[0] << LOW_FIRST | (twos > 0) as u16,
                    high.at_least[1] << HIGH_FIRST | low.at_least[1] << LOW_FIRST | (twos > 1) as u16,
                    high.at_least[2] << HIGH_FIRST | low.at_least[2] << LOW_FIRST | (twos > 2) as u16,
                    high.at_least[3] << HIGH_FIRST | low.at_least[3] << LOW_FIRST | (twos > 3) as u16,
                ];
                tables.code[next] = rank_code(at_least, Wheel::Counts);
                next += 1;
                l += 1;
            }
            h += 1;
        }
        cards += 1;
    }
    assert!(next == CHOICES + CODES);
}

const fn fill_flush(tables: &mut PileTables) {
    let mut ranks = 0;
    while ranks < 1 << 13 {
        if matches!((ranks as u16).count_ones(), 5 | 6) {
            tables.flush[ranks] = flush_code(ranks as u16, Wheel::Counts);
        }
        ranks += 1;
    }
}
