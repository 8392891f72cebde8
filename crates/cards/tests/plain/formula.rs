//! Reads the formulas of the count files: `13*C(4,2)*4^3` and the like, so that each count proves itself.

/// The value of a formula of whole numbers, `+ - * ^`, brackets and `C(n,k)`.
pub fn value(formula: &str) -> u64 {
    let mut reader = Reader { rest: formula };
    let value = reader.sum();
    assert!(reader.rest.is_empty(), "{formula}: cannot read on from {:?}", reader.rest);
    value
}

/// C(n, k).
pub fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |value, i| value * (n - i) / (i + 1))
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn takes(&mut self, token: &str) -> bool {
        let after = self.rest.strip_prefix(token);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn sum(&mut self) -> u64 {
        let mut value = self.product();
        loop {
            if self.takes("+") {
                value += self.product();
            } else if self.takes("-") {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> u64 {
        let mut value = self.power();
        while self.takes("*") {
            value *= self.power();
        }
        value
    }

    fn power(&mut self) -> u64 {
        let base = self.factor();
        if self.takes("^") { base.pow(u32::try_from(self.factor()).unwrap()) } else { base }
    }

    fn factor(&mut self) -> u64 {
        if self.takes("C(") {
            let n = self.sum();
            assert!(self.takes(","), "a comma before {:?}", self.rest);
            let k = self.sum();
            assert!(self.takes(")"), "a bracket before {:?}", self.rest);
            choose(n, k)
        } else if self.takes("(") {
            let value = self.sum();
            assert!(self.takes(")"), "a bracket before {:?}", self.rest);
            value
        } else {
            let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
            let (digits, rest) = self.rest.split_at(end);
            self.rest = rest;
            digits.parse().unwrap_or_else(|error| panic!("{digits:?} before {rest:?}: {error}"))
        }
    }
}
