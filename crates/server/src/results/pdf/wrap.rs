//! Breaks texts into lines.

use super::font::{Font, encode};

/// Breaks a text at its own line ends, then between words, then inside a word that is too wide for
/// a line. Each byte is measured a few times at most, however long a word or a line is.
pub(super) fn lines(text: &str, font: Font, size: f32, width: f32) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line: Vec<u8> = Vec::new();
        let mut taken = 0.0;
        for word in paragraph.split_whitespace() {
            let word = encode(word);
            let gap: &[u8] = if line.is_empty() { b"" } else { b" " };
            let wide = font.width(gap, size) + font.width(&word, size);
            if taken + wide <= width {
                line.extend([gap, &word].concat());
                taken += wide;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            let mut rest: &[u8] = &word;
            while let Some((fits, extra)) = rest.split_at_checked(fitting(rest, font, size, width))
                && !extra.is_empty()
            {
                lines.push(fits.to_vec());
                rest = extra;
            }
            line = rest.to_vec();
            taken = font.width(&line, size);
        }
        lines.push(line);
    }
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// Returns the number of bytes of a word that fit, at least one.
fn fitting(word: &[u8], font: Font, size: f32, width: f32) -> usize {
    let mut taken = 0.0;
    let too_wide = word.chunks(1).position(|byte| {
        taken += font.width(byte, size);
        taken > width
    });
    too_wide.unwrap_or(word.len()).max(1)
}
