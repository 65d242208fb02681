//! What counts as an email address: the definition of HTML's form input, from the WHATWG standard (D13).

/// A DNS label may be this long.
const LABEL_LENGTH: usize = 63;

/// Whether a text is an email address as browsers see it.
///
/// ```
/// assert!(casegate::is_email_address("intake@firm.example"));
/// assert!(!casegate::is_email_address("intake at firm"));
/// ```
pub fn is_email_address(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    !local.is_empty() && local.bytes().all(is_local) && domain.split('.').all(is_label)
}

fn is_local(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&letter)
}

fn is_label(label: &str) -> bool {
    let letters = label.as_bytes();
    let ends = letters.first().zip(letters.last());
    ends.is_some_and(|(first, last)| first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric())
        && letters.len() <= LABEL_LENGTH
        && letters.iter().all(|letter| letter.is_ascii_alphanumeric() || *letter == b'-')
}
