//! The structure of the document, which screen readers follow: headings, paragraphs and tables.

use pdf_writer::types::{StructRole, TableHeaderScope};
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Content, Finish, Name, Pdf, Ref};

/// The number of a node.
#[derive(Clone, Copy)]
pub(super) struct NodeId(usize);

struct Node {
    role: StructRole,
    parent: Option<NodeId>,
    kids: Vec<Kid>,
}

enum Kid {
    Node(NodeId),
    /// A marked part of a page.
    Content {
        page: usize,
        mark: i32,
    },
}

pub(super) struct Tags {
    nodes: Vec<Node>,
    /// The node of each mark, page by page.
    pages: Vec<Vec<NodeId>>,
    /// The table of the rows that follow each other.
    table: Option<NodeId>,
}

const ROOT: NodeId = NodeId(0);

impl Tags {
    pub(super) fn new() -> Tags {
        let document = Node { role: StructRole::Document, parent: None, kids: Vec::new() };
        Tags { nodes: vec![document], pages: Vec::new(), table: None }
    }

    /// Adds a heading or a paragraph, which ends a table.
    pub(super) fn text(&mut self, role: StructRole) -> NodeId {
        self.table = None;
        self.add(role, ROOT)
    }

    /// Adds a row to the table, and returns the nodes of its two cells.
    pub(super) fn row(&mut self) -> [NodeId; 2] {
        let table = self.table.unwrap_or_else(|| self.add(StructRole::Table, ROOT));
        self.table = Some(table);
        let row = self.add(StructRole::TR, table);
        [StructRole::TH, StructRole::TD].map(|role| self.add(role, row))
    }

    fn add(&mut self, role: StructRole, parent: NodeId) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node { role, parent: Some(parent), kids: Vec::new() });
        self.kid(parent, Kid::Node(id));
        id
    }

    fn kid(&mut self, node: NodeId, kid: Kid) {
        if let Some(node) = self.nodes.get_mut(node.0) {
            node.kids.push(kid);
        }
    }

    /// Begins a marked part of a page, which belongs to a node.
    pub(super) fn begin(&mut self, content: &mut Content, node: NodeId, page: usize) {
        self.pages.resize_with(self.pages.len().max(page + 1), Vec::new);
        let Some(marks) = self.pages.get_mut(page) else { return };
        let mark = i32::try_from(marks.len()).unwrap_or(i32::MAX);
        marks.push(node);
        let role = self.nodes.get(node.0).map_or(StructRole::P, |node| node.role);
        content.begin_marked_content_with_properties(role.to_name()).properties().identify(mark);
        self.kid(node, Kid::Content { page, mark });
    }

    /// Writes the tree. `pages` are the document's pages in order.
    pub(super) fn write(&self, pdf: &mut Pdf, root: Ref, next: &mut Ref, pages: &[Ref]) {
        let ids: Vec<Ref> = self.nodes.iter().map(|_| next.bump()).collect();
        let id_of = |node: NodeId| ids.get(node.0).copied().unwrap_or(root);
        let lists: Vec<Ref> = self.pages.iter().map(|_| next.bump()).collect();
        let mut tree = pdf.indirect(root).start::<StructTreeRoot<'_>>();
        tree.child(id_of(ROOT));
        let mut parents = tree.parent_tree();
        let mut numbers = parents.nums();
        for (page, list) in (0..).zip(&lists) {
            numbers.insert(page, *list);
        }
        numbers.finish();
        parents.finish();
        tree.finish();
        for (list, nodes) in lists.iter().zip(&self.pages) {
            pdf.indirect(*list).array().items(nodes.iter().map(|node| id_of(*node)));
        }
        for (node, id) in self.nodes.iter().zip(&ids) {
            let mut element = pdf.struct_element(*id);
            element.kind(node.role).parent(node.parent.map_or(root, id_of));
            if node.role == StructRole::TH {
                element.attributes().push().table().scope(TableHeaderScope::Row);
            }
            let mut kids = element.children();
            for kid in &node.kids {
                match kid {
                    Kid::Node(kid) => {
                        kids.struct_element(id_of(*kid));
                    }
                    Kid::Content { page, mark } => {
                        let page = pages.get(*page).copied().unwrap_or(root);
                        kids.marked_content_ref().page(page).marked_content_id(*mark);
                    }
                }
            }
        }
    }
}

/// Draws what is no part of the text: the header, the footer, lines and bands.
pub(super) fn artifact(content: &mut Content, draw: impl FnOnce(&mut Content)) {
    content.begin_marked_content(Name(b"Artifact"));
    draw(content);
    content.end_marked_content();
}
