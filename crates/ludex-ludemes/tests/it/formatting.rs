//! The layout keeps every word and comment, and is stable.

use crate::common::{RACE, ROW, expanded, source};
use ludex_ludemes::format::format;
use ludex_ludemes::text::tokens;

fn laid_out(text: &str) -> String {
    format(&source(text)).unwrap()
}

#[test]
fn every_word_and_comment_is_kept_and_the_meaning_too() {
    for text in [ROW, RACE] {
        let once = laid_out(text);
        let words = |text: &str| {
            tokens(text).map(|t| text[t.span.range()].trim_end().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(words(text), words(&once));
        assert_eq!(laid_out(&once), once);
        let blank = |text: &str| expanded(text).unwrap().text().split_whitespace().collect::<String>();
        assert_eq!(blank(text), blank(&once));
    }
}

#[test]
fn what_fits_on_a_line_stays_on_one() {
    assert_eq!(laid_out("( a  b{ 1 2 } if: (c ) )"), "(a b {1 2} if:(c))\n");
}

#[test]
fn what_does_not_fit_is_broken_by_argument() {
    let text = format!("(move Step (to if:(and {{{}}})))", "(is Empty (to)) ".repeat(6));
    let expected = format!(
        "(move Step\n    (to\n        if:(and {{\n{}        }})\n    )\n)\n",
        "            (is Empty (to))\n".repeat(6)
    );
    assert_eq!(laid_out(&text), expected);
}

#[test]
fn comments_keep_their_places() {
    let text = "// first\n(a // second\n   b\n\n\n   // third\n   (c) // fourth\n) // fifth\n";
    let expected = "// first\n(a // second\n    b\n\n    // third\n    (c) // fourth\n) // fifth\n";
    assert_eq!(laid_out(text), expected);
}

#[test]
fn option_values_and_stars_stay_attached() {
    let text = "(item \"A\" <(x)> <Tag:a> \"Help.\")** <Tag>";
    assert_eq!(laid_out(text), "(item \"A\" <(x)> <Tag:a> \"Help.\")**\n<Tag>\n");
}

#[test]
fn text_whose_brackets_do_not_close_is_left_alone() {
    assert!(format(&source("(a (b)")).unwrap_err()[0].message.contains("never closed"));
}
