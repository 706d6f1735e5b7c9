//! Facts about the games written by hand.

mod mancala_facts;
mod mancala_second_opinion;
mod rows_exact_values;
mod rows_names_and_texts;
mod rows_second_opinion;
mod six;
mod six_rules;
mod tricolor_play;
mod tricolor_rules;
