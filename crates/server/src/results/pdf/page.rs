//! Pages of headings and rows. Each page has the reference, its number and, for a test case, a
//! mark.

use super::font::{Font, encode};
use super::tags::{NodeId, Tags, artifact};
use super::wrap::lines;
use pdf_writer::types::{StructRole, TabOrder};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// US letter, in points.
const WIDTH: f32 = 612.0;
const HEIGHT: f32 = 792.0;
const MARGIN: f32 = 54.0;
/// The upper edge of a page's text, below the header.
const TOP: f32 = HEIGHT - 64.0;
/// The lower edge of a page's text, above the footer.
const BOTTOM: f32 = 72.0;
const RIGHT: f32 = WIDTH - MARGIN;
/// The left edge of values.
const VALUES: f32 = MARGIN + 170.0;
const SIZE: f32 = 10.0;
const LEADING: f32 = 14.0;
const INDENT: f32 = 14.0;
/// The greatest indentation of nested records.
const DEEPEST: u8 = 5;

/// A part of the text.
pub(super) enum Block {
    Title(String),
    /// A sentence in large type.
    Answer(String),
    Heading(String),
    /// The heading of a nested record, at a depth.
    Subheading(String, u8),
    Note(String, u8),
    /// A name and its value, each on as many lines as necessary.
    Row(String, String, u8),
}

/// The texts on each page.
pub(super) struct Titles {
    pub(super) title: String,
    pub(super) reference: String,
    pub(super) is_test: bool,
}

/// Returns the document. The blocks of a group are on one page if they fit on one.
pub(super) fn document(titles: Titles, groups: Vec<Vec<Block>>) -> Vec<u8> {
    let mut pages = Pages { titles, tags: Tags::new(), done: Vec::new(), now: Content::new(), y: TOP };
    pages.begin();
    for group in groups {
        pages.group(group.into_iter().map(laid).collect());
    }
    pages.finish()
}

/// A block in lines.
struct Laid {
    role: Role,
    before: f32,
    leading: f32,
    after: f32,
    lines: Vec<Vec<Piece>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Text(StructRole),
    /// A heading in a band.
    Band,
    Row,
}

/// A text in a line.
struct Piece {
    font: Font,
    size: f32,
    color: [f32; 3],
    x: f32,
    text: Vec<u8>,
    is_value: bool,
}

impl Laid {
    fn height(&self) -> f32 {
        self.before + self.lines.iter().map(|_| self.leading).sum::<f32>() + self.after
    }
}

fn laid(block: Block) -> Laid {
    let text = |role, [before, leading, after]: [f32; 3], font, size, color, x: f32, text: &str| {
        let piece = |text| vec![Piece { font, size, color, x, text, is_value: false }];
        Laid {
            role,
            before,
            leading,
            after,
            lines: lines(text, font, size, RIGHT - x - 8.0).into_iter().map(piece).collect(),
        }
    };
    match block {
        Block::Title(words) => {
            text(Role::Text(StructRole::H1), [10.0, 22.0, 10.0], Font::Bold, 20.0, INK, MARGIN, &words)
        }
        Block::Answer(words) => {
            text(Role::Text(StructRole::P), [0.0, 17.0, 10.0], Font::Bold, 12.0, INK, MARGIN, &words)
        }
        Block::Heading(words) => text(Role::Band, [19.0, 15.0, 11.0], Font::Bold, 11.5, INK, MARGIN + 8.0, &words),
        Block::Subheading(words, depth) => {
            text(Role::Text(StructRole::H3), [4.0, LEADING, 2.0], Font::Bold, SIZE, INK, left(depth), &words)
        }
        Block::Note(words, depth) => {
            text(Role::Text(StructRole::P), [0.0, LEADING, 3.0], Font::Regular, SIZE, GREY, left(depth), &words)
        }
        Block::Row(name, value, depth) => row(&name, &value, depth),
    }
}

fn row(name: &str, value: &str, depth: u8) -> Laid {
    let left = left(depth);
    let values_at = VALUES.max(left + 60.0);
    let mut names = lines(name, Font::Regular, SIZE, values_at - left - 8.0).into_iter();
    let mut values = lines(value, Font::Regular, SIZE, RIGHT - values_at).into_iter();
    let piece = |text, color, x, is_value| Piece { font: Font::Regular, size: SIZE, color, x, text, is_value };
    let mut rows = Vec::new();
    loop {
        let name = names.next().map(|text| piece(text, GREY, left, false));
        let value = values.next().map(|text| piece(text, INK, values_at, true));
        if name.is_none() && value.is_none() {
            break;
        }
        rows.push(name.into_iter().chain(value).collect());
    }
    Laid { role: Role::Row, before: 0.0, leading: LEADING, after: 3.0, lines: rows }
}

struct Pages {
    titles: Titles,
    tags: Tags,
    done: Vec<Content>,
    now: Content,
    /// The upper edge of the next line.
    y: f32,
}

impl Pages {
    /// Writes the header of a page.
    fn begin(&mut self) {
        let y = HEIGHT - 44.0;
        let titles = &self.titles;
        artifact(&mut self.now, |content| {
            show(content, Font::Regular, 9.0, GREY, MARGIN, y, &encode(&titles.reference));
            if titles.is_test {
                let text = encode("TEST CASE");
                let width = Font::Bold.width(&text, 9.0);
                let left = RIGHT - width - 12.0;
                content.set_fill_rgb(0.70, 0.11, 0.11).rect(left, y - 5.5, width + 12.0, 17.0).fill_nonzero();
                show(content, Font::Bold, 9.0, WHITE, left + 6.0, y, &text);
            }
            rule(content, y - 10.0, 0.75);
        });
        self.y = TOP;
    }

    fn next(&mut self) {
        self.done.push(std::mem::replace(&mut self.now, Content::new()));
        self.begin();
    }

    /// Starts the next page if this one has no room.
    fn room(&mut self, height: f32) {
        if self.y - height < BOTTOM {
            self.next();
        }
    }

    fn group(&mut self, blocks: Vec<Laid>) {
        let height = blocks.iter().map(Laid::height).sum::<f32>();
        let fits = height <= TOP - BOTTOM;
        if fits {
            self.room(height);
        }
        for block in blocks {
            self.draw(block, fits);
        }
    }

    /// Draws a block. `fits` if this page has room for all of it.
    fn draw(&mut self, block: Laid, fits: bool) {
        // The first two rows stay with a heading.
        if !fits && block.role != Role::Row {
            self.room(block.height() + 2.0 * LEADING);
        }
        self.y -= block.before;
        let nodes = match block.role {
            Role::Text(role) => [self.tags.text(role); 2],
            Role::Band => {
                let (y, height) = (self.y + 1.0, 8.0 + block.height() - block.before - block.after);
                artifact(&mut self.now, |content| {
                    content
                        .set_fill_rgb(0.91, 0.93, 0.96)
                        .rect(MARGIN, y - height, RIGHT - MARGIN, height)
                        .fill_nonzero();
                });
                [self.tags.text(StructRole::H2); 2]
            }
            Role::Row => self.tags.row(),
        };
        for line in block.lines {
            if !fits {
                self.room(block.leading);
            }
            self.y -= block.leading;
            for piece in line {
                self.piece(&piece, if piece.is_value { nodes[1] } else { nodes[0] });
            }
        }
        self.y -= block.after;
    }

    fn piece(&mut self, piece: &Piece, node: NodeId) {
        self.tags.begin(&mut self.now, node, self.done.len());
        show(&mut self.now, piece.font, piece.size, piece.color, piece.x, self.y, &piece.text);
        self.now.end_marked_content();
    }

    /// Returns the document, with a number on every page.
    fn finish(mut self) -> Vec<u8> {
        self.done.push(self.now);
        let count = self.done.len();
        let title = format!("{} ({})", self.titles.title, self.titles.reference);
        let [catalog, tree, info, regular, bold, structure] = [1, 2, 3, 4, 5, 6].map(Ref::new);
        let mut next = Ref::new(7);
        let mut pdf = Pdf::new();
        let mut root = pdf.catalog(catalog);
        root.pages(tree).lang(TextStr("en-US"));
        root.mark_info().marked(true);
        root.pair(Name(b"StructTreeRoot"), structure);
        root.viewer_preferences().display_doc_title(true);
        root.finish();
        let mut about = pdf.document_info(info);
        about.title(TextStr(&title)).creator(TextStr(MAKER)).producer(TextStr(MAKER));
        about.finish();
        for (font, id) in Font::ALL.into_iter().zip([regular, bold]) {
            pdf.type1_font(id).base_font(Name(font.base_font())).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        let mut kids = Vec::with_capacity(count);
        for (number, mut content) in self.done.into_iter().enumerate() {
            artifact(&mut content, |content| foot(content, number + 1, count));
            let (id, stream) = (next.bump(), next.bump());
            kids.push(id);
            let mut page = pdf.page(id);
            page.parent(tree).media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).contents(stream);
            page.struct_parents(i32::try_from(number).unwrap_or(i32::MAX)).tab_order(TabOrder::StructureOrder);
            let mut resources = page.resources();
            let mut fonts = resources.fonts();
            for (font, id) in Font::ALL.into_iter().zip([regular, bold]) {
                fonts.pair(Name(font.resource()), id);
            }
            fonts.finish();
            resources.finish();
            page.finish();
            pdf.stream(stream, &content.finish());
        }
        self.tags.write(&mut pdf, structure, &mut next, &kids);
        pdf.pages(tree).kids(kids).count(i32::try_from(count).unwrap_or(i32::MAX));
        pdf.finish()
    }
}

const MAKER: &str = "casegate, a local stand-in of the service";
const INK: [f32; 3] = [0.09, 0.11, 0.15];
const GREY: [f32; 3] = [0.36, 0.39, 0.45];
const WHITE: [f32; 3] = [1.0, 1.0, 1.0];

fn left(depth: u8) -> f32 {
    MARGIN + 8.0 + INDENT * f32::from(depth.min(DEEPEST))
}

fn foot(content: &mut Content, number: usize, count: usize) {
    rule(content, 56.0, 0.5);
    let maker = encode("Sample document from a local stand-in of the service. No research was done.");
    show(content, Font::Regular, 8.0, GREY, MARGIN, 43.0, &maker);
    let page = encode(&format!("Page {number} of {count}"));
    show(content, Font::Regular, 8.0, GREY, RIGHT - Font::Regular.width(&page, 8.0), 43.0, &page);
}

fn rule(content: &mut Content, y: f32, thickness: f32) {
    content.set_stroke_rgb(0.78, 0.81, 0.86).set_line_width(thickness);
    content.move_to(MARGIN, y).line_to(RIGHT, y).stroke();
}

fn show(content: &mut Content, font: Font, size: f32, [red, green, blue]: [f32; 3], x: f32, y: f32, text: &[u8]) {
    content.set_fill_rgb(red, green, blue);
    content.begin_text().set_font(Name(font.resource()), size).next_line(x, y).show(Str(text)).end_text();
}
