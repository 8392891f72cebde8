//! A house's colours and sign are checked like everything else in its file.

use rules::house::{Colour, Emblem, Look};

use crate::common::BOOKS;
use crate::common::draft::house;

#[test]
fn a_silent_house_has_the_products_look() {
    for book in BOOKS {
        assert_eq!(house(book).opens().look, Look::default(), "{book}");
    }
}

#[test]
fn colours_and_sign_are_the_houses_own() {
    let set = house("ma").set("look", "felt", "\"#16456E\"").set("look", "back", "\"#000000\"");
    let look = set.set("look", "emblem", "\"anchor\"").set("look", "monogram", "\"BB\"").opens().look.clone();
    let felt = Some(Colour([0x16, 0x45, 0x6e]));
    let wanted = Look {
        felt,
        back: Some(Colour([0; 3])),
        emblem: Some(Emblem::Anchor),
        monogram: Some("BB".into()),
        accent: None,
    };
    assert_eq!(look, wanted);
    assert_eq!(look.felt.map(|colour| colour.to_string()).as_deref(), Some("#16456e"));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_its_place() {
    for wrong in ["\"green\"", "\"#12345\"", "\"#12345g\"", "\"123456\"", "\"#é2345\""] {
        let fault = house("sd").set("look", "felt", wrong).refused("look.felt", "", "");
        assert!(fault.message.contains("is not a colour"), "{}", fault.message);
    }
    let fault = house("sd").set("look", "emblem", "\"unicorn\"").refused("look.emblem", "", "");
    assert!(
        fault.message.starts_with("\"unicorn\" is not an emblem: expected one of crown, spade"),
        "{}",
        fault.message
    );
    let help = "write one to 3 letters or figures, such as \"CH\"";
    for wrong in ["\"\"", "\"ABCD\"", "\"A.\""] {
        house("sd").set("look", "monogram", wrong).refused("look.monogram", "", help);
    }
    house("sd").set("look", "feld", "\"#123456\"").refused("look.feld", "", "did you mean `felt`?");
}
