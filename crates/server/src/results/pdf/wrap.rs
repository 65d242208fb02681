//! Lines of a text that are no wider than they may be.

use super::font::{Font, encode};

/// Breaks a text at its own line ends, then between words, then within a word that is too wide for a line.
pub(super) fn lines(text: &str, font: Font, size: f32, width: f32) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line: Vec<u8> = Vec::new();
        for word in paragraph.split_whitespace() {
            let mut word = encode(word);
            let gap: &[u8] = if line.is_empty() { b"" } else { b" " };
            let together = [&line, gap, &word].concat();
            if font.width(&together, size) <= width {
                line = together;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            while font.width(&word, size) > width && word.len() > 1 {
                let fits = fitting(&word, font, size, width);
                let rest = word.split_off(fits);
                lines.push(std::mem::replace(&mut word, rest));
            }
            line = word;
        }
        lines.push(line);
    }
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// How many bytes of a word fit; at least one.
fn fitting(word: &[u8], font: Font, size: f32, width: f32) -> usize {
    let mut taken = 0.0;
    let too_wide = word.chunks(1).position(|byte| {
        taken += font.width(byte, size);
        taken > width
    });
    too_wide.unwrap_or(word.len()).max(1)
}
