//! The checked tree: every call knows its signature and has its arguments by slot.

use super::table::{Signature, Slot, Table};
use crate::text::Span;

/// A checked piece of a description.
#[derive(Clone, Debug)]
pub struct Term {
    /// Where it stands in the expanded text; see [`crate::expand::Expanded::locate`].
    pub span: Span,
    /// What it is.
    pub value: TermValue,
}

/// What a checked piece can be.
#[derive(Clone, Debug)]
pub enum TermValue {
    /// A ludeme.
    Call(Applied),
    /// A list of pieces.
    List(Vec<Term>),
    /// A whole number, or a constant that stands for one (`Off`, `End`, `Infinity`).
    Number(i64),
    /// A number with a point.
    Real(f64),
    /// `True` or `False`.
    Boolean(bool),
    /// A quoted text.
    Text(Box<str>),
    /// A constant such as `Mover` or `Vertex`.
    Constant(&'static str),
}

/// A ludeme with its arguments.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The way it is written; an entry of the table.
    pub signature: &'static Signature,
    /// The selecting constant, for example `Line` in `(is Line 3)`; empty when there is none.
    pub kind: &'static str,
    pub(crate) slots: Box<[Option<Term>]>,
}

impl Applied {
    /// The name of the ludeme.
    pub fn head(&self) -> &'static str {
        self.signature.head
    }

    /// Name and selecting constant, for `match (call.name(), ...)`-style dispatch.
    pub fn name(&self) -> (&'static str, &'static str) {
        (self.signature.head, self.kind)
    }

    /// The argument in the slot of this name, if there is one. Where several slots share a name (alternatives), the
    /// one given.
    pub fn get(&self, name: &str) -> Option<&Term> {
        self.given(name).map(|(_, term)| term)
    }

    /// The argument in the slot of this name, with the slot, which tells what kind of value was given.
    pub fn given(&self, name: &str) -> Option<(&'static Slot, &Term)> {
        debug_assert!(
            Table::get().of(self.head()).any(|form| form.slots.iter().any(|slot| slot.name == name)),
            "no way to write `{}` has a slot `{name}`",
            self.head(),
        );
        self.arguments().find(|(slot, _)| slot.name == name)
    }

    /// The arguments given, in the order of the slots.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static Slot, &Term)> {
        self.signature.slots.iter().zip(&self.slots).filter_map(|(slot, term)| Some((slot, term.as_ref()?)))
    }

    /// Whether the argument in this slot is the literal `True`.
    pub fn is_true(&self, name: &str) -> bool {
        self.get(name).and_then(Term::boolean) == Some(true)
    }
}

impl Term {
    /// The ludeme, if it is one.
    pub fn call(&self) -> Option<&Applied> {
        if let TermValue::Call(call) = &self.value { Some(call) } else { None }
    }

    /// The items, if it is a list; otherwise itself as the only item.
    pub fn items(&self) -> &[Term] {
        if let TermValue::List(items) = &self.value { items } else { std::slice::from_ref(self) }
    }

    /// The whole number, if it is one.
    pub fn number(&self) -> Option<i64> {
        if let TermValue::Number(number) = self.value { Some(number) } else { None }
    }

    /// The number, with or without a point, if it is one.
    pub fn real(&self) -> Option<f64> {
        match self.value {
            TermValue::Number(number) => Some(number as f64),
            TermValue::Real(real) => Some(real),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    pub fn boolean(&self) -> Option<bool> {
        if let TermValue::Boolean(value) = self.value { Some(value) } else { None }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let TermValue::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The constant, if it is one.
    pub fn constant(&self) -> Option<&'static str> {
        if let TermValue::Constant(word) = self.value { Some(word) } else { None }
    }

    /// Calls `visit` with this piece and every piece in it, outer ones first.
    pub fn walk<'t>(&'t self, visit: &mut dyn FnMut(&'t Term)) {
        visit(self);
        match &self.value {
            TermValue::Call(call) => call.arguments().for_each(|(_, term)| term.walk(visit)),
            TermValue::List(items) => items.iter().for_each(|term| term.walk(visit)),
            _ => {}
        }
    }
}
