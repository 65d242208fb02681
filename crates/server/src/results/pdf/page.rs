//! Pages of headings and rows. Each page has the title, its number and, for a test case, a mark.

use super::font::{Font, encode};
use super::wrap::lines;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// US letter, in points.
const WIDTH: f32 = 612.0;
const HEIGHT: f32 = 792.0;
const MARGIN: f32 = 54.0;
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

/// The texts on each page.
pub(super) struct Titles {
    pub(super) title: String,
    pub(super) reference: String,
    pub(super) is_test: bool,
}

pub(super) struct Pages {
    titles: Titles,
    done: Vec<Content>,
    now: Content,
    /// The upper edge of the next line.
    y: f32,
}

impl Pages {
    pub(super) fn new(titles: Titles) -> Pages {
        let mut pages = Pages { titles, done: Vec::new(), now: Content::new(), y: 0.0 };
        let title = pages.titles.title.clone();
        pages.begin();
        pages.y -= 10.0;
        for line in lines(&title, Font::Bold, 20.0, RIGHT - MARGIN) {
            pages.y -= 20.0;
            show(&mut pages.now, Font::Bold, 20.0, INK, MARGIN, pages.y, &line);
        }
        pages.y -= 14.0;
        pages
    }

    /// Writes the header of a page.
    fn begin(&mut self) {
        let y = HEIGHT - 44.0;
        show(&mut self.now, Font::Regular, 9.0, GREY, MARGIN, y, &encode(&self.titles.reference));
        if self.titles.is_test {
            let text = encode("TEST CASE");
            let width = Font::Bold.width(&text, 9.0);
            let left = RIGHT - width - 12.0;
            self.now.set_fill_rgb(0.70, 0.11, 0.11).rect(left, y - 5.5, width + 12.0, 17.0).fill_nonzero();
            show(&mut self.now, Font::Bold, 9.0, WHITE, left + 6.0, y, &text);
        }
        rule(&mut self.now, y - 10.0, 0.75);
        self.y = y - 20.0;
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

    pub(super) fn heading(&mut self, text: &str) {
        // The first two rows stay with the heading.
        self.room(24.0 + 24.0 + 2.0 * LEADING);
        self.y -= 18.0;
        let all = lines(text, Font::Bold, 11.5, RIGHT - MARGIN - 16.0);
        let height = 8.0 + all.iter().map(|_| 15.0).sum::<f32>();
        self.now.set_fill_rgb(0.91, 0.93, 0.96);
        self.now.rect(MARGIN, self.y - height, RIGHT - MARGIN, height).fill_nonzero();
        self.y -= 1.0;
        for line in all {
            self.y -= 15.0;
            show(&mut self.now, Font::Bold, 11.5, INK, MARGIN + 8.0, self.y, &line);
        }
        self.y -= 11.0;
    }

    pub(super) fn subheading(&mut self, text: &str, depth: u8) {
        self.room(3.0 * LEADING);
        self.y -= 4.0;
        let left = left(depth);
        for line in lines(text, Font::Bold, SIZE, RIGHT - left) {
            self.room(LEADING);
            self.y -= LEADING;
            show(&mut self.now, Font::Bold, SIZE, INK, left, self.y, &line);
        }
        self.y -= 2.0;
    }

    pub(super) fn note(&mut self, text: &str, depth: u8) {
        self.room(LEADING);
        self.y -= LEADING;
        show(&mut self.now, Font::Regular, SIZE, GREY, left(depth), self.y, &encode(text));
    }

    /// Writes a name and its value, each on as many lines as necessary.
    pub(super) fn row(&mut self, name: &str, value: &str, depth: u8) {
        let left = left(depth);
        let values_at = VALUES.max(left + 60.0);
        let mut names = lines(name, Font::Regular, SIZE, values_at - left - 8.0).into_iter();
        let mut values = lines(value, Font::Regular, SIZE, RIGHT - values_at).into_iter();
        self.room(LEADING + 3.0);
        loop {
            let (name, value) = (names.next(), values.next());
            if name.is_none() && value.is_none() {
                break;
            }
            self.room(LEADING);
            self.y -= LEADING;
            for (text, colour, x) in [(name, GREY, left), (value, INK, values_at)] {
                if let Some(text) = text {
                    show(&mut self.now, Font::Regular, SIZE, colour, x, self.y, &text);
                }
            }
        }
        self.y -= 3.0;
    }

    /// Returns the document, with a number on every page.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.done.push(self.now);
        let count = self.done.len();
        let title = format!("{} ({})", self.titles.title, self.titles.reference);
        let [catalog, tree, info, regular, bold] = [1, 2, 3, 4, 5].map(Ref::new);
        let mut next = Ref::new(6);
        let mut pdf = Pdf::new();
        let mut root = pdf.catalog(catalog);
        root.pages(tree).lang(TextStr("en-US"));
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
            foot(&mut content, number + 1, count);
            let (id, stream) = (next.bump(), next.bump());
            kids.push(id);
            let mut page = pdf.page(id);
            page.parent(tree).media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).contents(stream);
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
    let maker = encode("Made by a local stand-in of the service: no research was done for it.");
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
