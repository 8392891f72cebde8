//! `odds --hands`: the 741 classes of three-card hands, and the dealer's hands against each.

use cards::Strength;
use odds::base::play_value;
use odds::deals::{DEALER_HANDS, SuitClass};
use odds::{Deals, Fraction};
use rules::Books;
use rules::rulebook::Qualification;
use schemars::JsonSchema;
use serde::Serialize;

use super::OddsArgs;
use super::choice::{self, Priced};
use super::figures::{Count, count, signed};
use crate::CommandContext;
use crate::exit::Output;
use crate::look::{StreamLook, Style};
use crate::table_text::{Cell, TextTable, hanging};

/// The classes of hands against the dealer's.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "odds-hands")]
pub(crate) struct HandsOdds {
    /// The rulebook's code.
    rulebook: String,
    /// The ante bonus table by which a played hand is valued.
    paytable: String,
    /// The weakest hand with which the dealer plays.
    dealer_qualifies: String,
    /// How the list is ordered: `strongest_first`.
    order: &'static str,
    /// The classes.
    classes: Vec<ClassOdds>,
}

/// One class of hands that rank alike. Dealer's hands are counted over all hands of the class together, so that they
/// add up to the hands of the class times 18,424.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ClassOdds {
    /// Its place from the top, the strongest being 1.
    place: u16,
    /// Its name.
    class: String,
    /// What kind of hand it is.
    category: &'static str,
    /// How many of the 22,100 hands are in it.
    hands: u16,
    /// Pairs of such a hand and any dealer's.
    of: Count,
    /// Those whose dealer's hand ranks below, qualified or not.
    below: Count,
    /// Those whose dealer's hand ranks equal, qualified or not.
    equal: Count,
    /// Those whose dealer's hand ranks above, qualified or not.
    above: Count,
    /// Those whose dealer does not qualify.
    unqualified: Count,
    /// Those whose dealer qualifies with a lower hand.
    qualified_below: Count,
    /// Those whose dealer qualifies with an equal hand.
    qualified_equal: Count,
    /// Those whose dealer qualifies with a higher hand.
    qualified_above: Count,
    /// The expected net result of playing it, in antes.
    play_ev: String,
    /// The expected net result of folding it, in antes.
    fold_ev: String,
    /// Whether the play is worth more than the fold.
    plays: bool,
    /// The first for printing.
    #[serde(skip)]
    #[schemars(skip)]
    play: Fraction,
}

pub(super) fn run(context: &CommandContext, books: &mut Books, args: &OddsArgs) -> Result<Output, Output> {
    let book = choice::book(context, books, &args.rulebooks)?;
    let rules = book.rules.clone();
    // The count of hands needs no bonus table; the value of a play does, and any of the book's will show it.
    let id = args.paytable.as_deref().or_else(|| {
        rules.paytables_of(rules::Wager::AnteBonus).find(|table| table.is_offered()).map(|table| table.id.as_str())
    });
    let table = choice::paytable(&rules, Priced::AntePlay, id)?;
    let terms = choice::base_terms(&rules, table);
    let deals = Deals::new(terms.floor);
    // A dealer who always plays gives the ranking of all hands, qualified or not.
    let ranks = Deals::new(Strength::WEAKEST);
    let parts = terms.parts();
    let mut classes: Vec<ClassOdds> = Vec::with_capacity(usize::from(Strength::COUNT));
    for strength in (0..).map_while(Strength::new).collect::<Vec<_>>().into_iter().rev() {
        let of_class = |deals: &Deals, what: fn(&SuitClass) -> u32| -> u128 {
            let alike = deals.classes.iter().filter(|class| class.hand.strength() == strength);
            alike.map(|class| u128::from(class.ways) * u128::from(what(class))).sum()
        };
        let of = u128::from(strength.ways()) * u128::from(DEALER_HANDS);
        let alike = deals.classes.iter().filter(|class| class.hand.strength() == strength);
        let value: i64 = alike.map(|class| play_value(&terms, class, parts) * i64::from(class.ways)).sum();
        let play = Fraction::new(value, parts) / Fraction::whole(of);
        classes.push(ClassOdds {
            place: Strength::COUNT - strength.index(),
            class: strength.to_string(),
            category: strength.category().name(),
            hands: strength.ways(),
            of: Count(of),
            below: Count(of_class(&ranks, |class| class.below)),
            equal: Count(of_class(&ranks, |class| class.equal)),
            above: Count(of_class(&ranks, |class| class.above)),
            unqualified: Count(of_class(&deals, |class| class.unqualified)),
            qualified_below: Count(of_class(&deals, |class| class.below)),
            qualified_equal: Count(of_class(&deals, |class| class.equal)),
            qualified_above: Count(of_class(&deals, |class| class.above)),
            play_ev: play.to_string(),
            fold_ev: Fraction::whole(-1).to_string(),
            plays: play > Fraction::whole(-1),
            play,
        });
    }
    let lowest = (!Qualification(terms.floor).is_none()).then_some(terms.floor);
    let hands = HandsOdds {
        rulebook: rules.code.clone(),
        paytable: table.id.clone(),
        dealer_qualifies: lowest.map_or_else(|| Qualification::NONE.to_string(), |lowest| lowest.to_string()),
        order: "strongest_first",
        classes,
    };
    let answer = if args.json { Output::json(&hands) } else { Output::done(print(context.out, &hands)) };
    Ok(answer.with_warning(choice::warning(context.err, &book, table)))
}

fn print(look: StreamLook, hands: &HandsOdds) -> String {
    let head = format!("The {} classes of hands by {}, the strongest first", hands.classes.len(), hands.rulebook);
    let mut out = format!("{}\n", look.bold(&head));
    let below = match hands.dealer_qualifies.as_str() {
        "none" => "none: the dealer always plays".to_owned(),
        lowest => format!("below {lowest}"),
    };
    let words = format!(
        "Dealer's hands that rank below, equal and above, qualified or not, and that do not qualify ({}), over all \
         hands of the class: together the hands times 18,424. Played with ante bonus {}; a fold is worth -1.",
        below, hands.paytable
    );
    out.push_str(&hanging(look, "", &words));
    out.push('\n');
    let mut table =
        TextTable::new(0).right("#").left("class").right("hands").right("below").right("equal").right("above");
    table = table.right("no play").right("play").left("");
    for class in &hands.classes {
        table.row([
            Cell::from(class.place.to_string()),
            class.class.clone().into(),
            class.hands.to_string().into(),
            count(class.below.0).into(),
            count(class.equal.0).into(),
            count(class.above.0).into(),
            count(class.unqualified.0).into(),
            signed(&class.play, 4).into(),
            Cell::styled(if class.plays { "" } else { "fold" }, Style::Dim),
        ]);
    }
    out.push_str(&table.print(look));
    out
}
