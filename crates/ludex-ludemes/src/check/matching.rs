//! Which way of writing a ludeme is meant: arguments to slots, by type.
//!
//! The meaning of a call depends on what the slot around it takes. For every signature of that head, in the order of
//! the table, arguments are placed into slots in order, an argument now rather than later, until all types fit: the
//! first placement that does is the meaning. Results are remembered for every pair of node and type, so a description
//! is checked in time proportional to its size.

use rustc_hash::FxHashMap;

use super::table::{Signature, Table};
use super::term::{Applied, Term, TermValue};
use super::types::{Base, BaseInfo, Type};
use crate::text::{Argument, Call, Node, Value};

/// How a call is meant: the signature, the selecting constant, and the argument in every slot.
#[derive(Clone, Debug)]
pub(crate) struct Meaning {
    pub(crate) signature: &'static Signature,
    pub(crate) kind: &'static str,
    pub(crate) slots: Box<[Option<u8>]>,
}

/// Finds meanings and remembers them.
pub(crate) struct Matcher {
    table: &'static Table,
    meanings: Vec<Meaning>,
    /// Meaning of a call where a base is wanted, by the address of the node; `None` when it does not fit.
    known: FxHashMap<(usize, Base), Option<u32>>,
}

/// More arguments than this are never placed.
const MAX_ARGUMENTS: usize = 60;

impl Matcher {
    pub(crate) fn new() -> Self {
        Matcher { table: Table::get(), meanings: Vec::new(), known: FxHashMap::default() }
    }

    /// Whether a node fits a type.
    pub(crate) fn fits(&mut self, node: &Node, wanted: Type) -> bool {
        if wanted.lists > 0 {
            let inner = Type { lists: wanted.lists - 1, ..wanted };
            return matches!(&node.value, Value::List(items) if items.iter().all(|item| self.fits(item, inner)));
        }
        let info = &self.table.bases[wanted.base.0 as usize];
        match &node.value {
            Value::Number(_) => info.number,
            Value::Real(_) => info.real,
            Value::Boolean(_) => info.boolean,
            Value::Text(_) => info.text,
            Value::Word(word) => {
                info.words.contains(&word.as_str()) || info.number && BaseInfo::named_number(word).is_some()
            }
            Value::List(_) => false,
            Value::Call(call) => self.meaning(node, call, wanted.base).is_some(),
        }
    }

    fn meaning(&mut self, node: &Node, call: &Call, wanted: Base) -> Option<u32> {
        let key = (std::ptr::from_ref(node) as usize, wanted);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let table = self.table;
        let found = table
            .of(&call.head)
            .filter(|signature| table.accepts(wanted, signature))
            .find_map(|signature| self.place(call, signature));
        let found = found.map(|meaning| {
            self.meanings.push(meaning);
            self.meanings.len() as u32 - 1
        });
        self.known.insert(key, found);
        found
    }

    /// Whether a call has a meaning anywhere at all.
    pub(crate) fn fits_somewhere(&mut self, call: &Call) -> bool {
        let table = self.table;
        table.of(&call.head).any(|signature| self.place(call, signature).is_some())
    }

    /// Places the arguments of a call into the slots of a signature.
    pub(crate) fn place(&mut self, call: &Call, signature: &'static Signature) -> Option<Meaning> {
        let (kind, args) = select(call, signature)?;
        let skipped = (call.args.len() - args.len()) as u8;
        if args.len() > MAX_ARGUMENTS.min(signature.slots.len()) {
            return None;
        }
        let mut search =
            Search { signature, args, slots: vec![None; signature.slots.len()], failed: Vec::new() };
        if !search.run(self, 0, 0, 0) {
            return None;
        }
        let slots = search.slots.iter().map(|slot| slot.map(|argument| argument + skipped)).collect();
        Some(Meaning { signature, kind, slots })
    }

    /// The checked form of a node that fits a type.
    pub(crate) fn build(&mut self, node: &Node, wanted: Type) -> Option<Term> {
        let value = match &node.value {
            Value::Number(number) => TermValue::Number(*number),
            Value::Real(real) => TermValue::Real(*real),
            Value::Boolean(value) => TermValue::Boolean(*value),
            Value::Text(text) => TermValue::Text(text.as_str().into()),
            Value::Word(word) => {
                let info = &self.table.bases[wanted.base.0 as usize];
                match info.words.iter().find(|known| *known == word) {
                    Some(known) => TermValue::Constant(known),
                    None => TermValue::Number(BaseInfo::named_number(word)?),
                }
            }
            Value::List(items) => {
                let inner = Type { lists: wanted.lists.checked_sub(1)?, ..wanted };
                TermValue::List(items.iter().map(|item| self.build(item, inner)).collect::<Option<_>>()?)
            }
            Value::Call(call) => {
                let index = self.meaning(node, call, wanted.base)?;
                let Meaning { signature, kind, slots } = self.meanings[index as usize].clone();
                let mut terms = Vec::with_capacity(slots.len());
                for (slot, argument) in signature.slots.iter().zip(&slots) {
                    terms.push(match argument {
                        Some(number) => Some(self.build(&call.args[*number as usize].value, slot.takes)?),
                        None => None,
                    });
                }
                TermValue::Call(Applied { signature, kind, slots: terms.into() })
            }
        };
        Some(Term { span: node.span, value })
    }
}

/// The selecting constant of a call and the arguments that follow it, when the constant is one of the signature's.
pub(crate) fn select<'c>(
    call: &'c Call,
    signature: &'static Signature,
) -> Option<(&'static str, &'c [Argument])> {
    if !signature.has_kinds() {
        return Some(("", &call.args));
    }
    let first = call.args.first().filter(|argument| argument.label.is_none());
    let word = first
        .and_then(|argument| if let Value::Word(word) = &argument.value.value { Some(word) } else { None });
    match word.and_then(|word| signature.kinds.iter().find(|kind| kind.name == *word)) {
        Some(kind) => Some((kind.name, &call.args[1..])),
        None if signature.kind_optional => Some(("", &call.args)),
        None => None,
    }
}

/// The search for one placement.
struct Search<'c> {
    signature: &'static Signature,
    args: &'c [Argument],
    slots: Vec<Option<u8>>,
    /// States (slot, argument, groups filled) known to lead nowhere.
    failed: Vec<(u8, u8, u8)>,
}

impl Search<'_> {
    fn run(&mut self, matcher: &mut Matcher, slot: usize, arg: usize, groups: u8) -> bool {
        let Some(current) = self.signature.slots.get(slot) else {
            return arg == self.args.len() && self.signature.required_groups & !groups == 0;
        };
        let state = (slot as u8, arg as u8, groups);
        if self.args.len() - arg > self.signature.slots.len() - slot || self.failed.contains(&state) {
            return false;
        }
        let bit = if current.group > 0 { 1 << current.group } else { 0 };
        if let Some(argument) = self.args.get(arg)
            && groups & bit == 0
            && labels_agree(argument, current)
            && matcher.fits(&argument.value, current.takes)
        {
            self.slots[slot] = Some(arg as u8);
            if self.run(matcher, slot + 1, arg + 1, groups | bit) {
                return true;
            }
            self.slots[slot] = None;
        }
        if (current.optional || current.group > 0) && self.run(matcher, slot + 1, arg, groups) {
            return true;
        }
        self.failed.push(state);
        false
    }
}

/// A labelled argument belongs to the slot of that name, another one to a slot without label.
pub(crate) fn labels_agree(argument: &Argument, slot: &super::table::Slot) -> bool {
    match &argument.label {
        Some(label) => slot.labelled && label.name == slot.name,
        None => !slot.labelled,
    }
}
