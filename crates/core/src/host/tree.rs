//! A small JSON document, for host settings: no floats, so that the wasm needs no tables for them.

use crate::json::{Fault, Scanner, Start};

/// Settings are not deeper than this.
const DEPTH: usize = 16;

/// A value of the settings.
#[derive(Debug)]
pub(super) enum Node {
    Null,
    Boolean(bool),
    /// A whole number; `None` for any other.
    Number(Option<u64>),
    Text(String),
    List(Vec<Node>),
    Object(Members),
}

/// The members of an object, in order; of a key that came again, the last.
#[derive(Debug)]
pub(super) struct Members(Vec<(String, Node)>);

impl Members {
    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, node)| node)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.0.iter().map(|(name, node)| (name.as_str(), node))
    }
}

impl Node {
    /// Reads a whole text; the error is line and column.
    pub(super) fn read(text: &str) -> Result<Node, (usize, usize)> {
        let mut scanner = Scanner::new(text, DEPTH);
        let node = Node::next(&mut scanner).and_then(|node| scanner.end().map(|()| node));
        node.map_err(|_| scanner.position())
    }

    fn next(scanner: &mut Scanner<'_>) -> Result<Node, Fault> {
        Ok(match scanner.start()? {
            Start::Null => scanner.word("null").map(|()| Node::Null)?,
            Start::True => scanner.word("true").map(|()| Node::Boolean(true))?,
            Start::False => scanner.word("false").map(|()| Node::Boolean(false))?,
            Start::Number => Node::Number(scanner.raw()?.parse().ok()),
            Start::Text => Node::Text(scanner.string()?.into_owned()),
            Start::Array => {
                scanner.enter()?;
                let (mut list, mut first) = (Vec::new(), true);
                while scanner.more(&mut first, b']')? {
                    list.push(Node::next(scanner)?);
                }
                Node::List(list)
            }
            Start::Object => {
                scanner.enter()?;
                let (mut members, mut first) = (Vec::new(), true);
                while scanner.more(&mut first, b'}')? {
                    let name = scanner.key()?.into_owned();
                    members.push((name, Node::next(scanner)?));
                }
                Node::Object(Members(members))
            }
        })
    }

    pub(super) fn as_bool(&self) -> Option<bool> {
        if let Node::Boolean(value) = self { Some(*value) } else { None }
    }

    pub(super) fn as_u64(&self) -> Option<u64> {
        if let Node::Number(value) = self { *value } else { None }
    }

    pub(super) fn as_str(&self) -> Option<&str> {
        if let Node::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn as_list(&self) -> Option<&[Node]> {
        if let Node::List(list) = self { Some(list) } else { None }
    }

    pub(super) fn as_object(&self) -> Option<&Members> {
        if let Node::Object(members) = self { Some(members) } else { None }
    }
}
