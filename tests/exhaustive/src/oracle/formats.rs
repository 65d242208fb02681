//! Dates, addresses, states, USDOT numbers, and the comparison of carriers.

/// Year, month, day; days compare as these do.
pub type Day = (u16, u8, u8);

/// D11: exactly `YYYY-MM-DD` in ASCII digits, and a real day. D44: of the years 0001 to 9999.
pub fn day(text: &str) -> Option<Day> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 {
        return None;
    }
    for (at, byte) in bytes.iter().enumerate() {
        if at == 4 || at == 7 {
            if *byte != b'-' {
                return None;
            }
        } else if !byte.is_ascii_digit() {
            return None;
        }
    }
    let year = text[0..4].parse().ok()?;
    let month = text[5..7].parse().ok()?;
    let day = text[8..10].parse().ok()?;
    let is_real = year >= 1 && (1..=12).contains(&month) && day >= 1 && day <= last_of_month(year, month);
    is_real.then_some((year, month, day))
}

fn last_of_month(year: u16, month: u8) -> u8 {
    let is_leap_year = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn day_before((year, month, day): Day) -> Day {
    if day > 1 {
        (year, month, day - 1)
    } else if month > 1 {
        (year, month - 1, last_of_month(year, month - 1))
    } else {
        (year - 1, 12, 31)
    }
}

/// The day a number of days before another, counted one by one.
pub fn days_before(mut day: Day, count: usize) -> Day {
    for _ in 0..count {
        day = day_before(day);
    }
    day
}

/// The next day: the first of three candidates that is a day.
pub fn day_after((year, month, date): Day) -> Day {
    let may_follow = [(year, month, date + 1), (year, month + 1, 1), (year + 1, 1, 1)];
    may_follow.into_iter().find(|next| day(&written(*next)).is_some()).unwrap_or((year, month, date))
}

/// A day as text.
pub fn written((year, month, day): Day) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

/// D13: an email address as HTML defines it for a form's input.
pub fn is_email_address(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let is_local = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    !local.is_empty() && local.chars().all(is_local) && domain.split('.').all(is_label)
}

/// D14: the fifty states and DC.
pub const STATES: &str = "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC \
                      ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC";

/// D14: territories, freely associated states and the military's codes.
pub const UNUSUAL: &str = "AS GU MP PR VI FM MH PW AA AE AP";

/// The kind of a text as a state code.
pub enum State {
    Usual,
    Unusual,
    /// A code, but not in upper case.
    OtherCase,
    Unknown,
}

pub fn state(text: &str) -> State {
    let among = |codes: &str, text: &str| codes.split_whitespace().any(|code| code == text);
    let upper = text.to_ascii_uppercase();
    if among(STATES, text) {
        State::Usual
    } else if among(UNUSUAL, text) {
        State::Unusual
    } else if among(STATES, &upper) || among(UNUSUAL, &upper) {
        State::OtherCase
    } else {
        State::Unknown
    }
}

/// Rule 7: `^0*[1-9][0-9]*$`. D17: the whole value, ASCII.
pub fn is_usdot_number(text: &str) -> bool {
    let without_zeros = text.trim_start_matches('0');
    !without_zeros.is_empty() && without_zeros.bytes().all(|byte| byte.is_ascii_digit())
}

/// How a company's name relates to a carrier's.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    Other,
    Similar,
    Same,
}

/// D19: equal after folding is the same; contained or nearly equal is similar. Where a space is
/// missing, generic words are not separate words, so that the names are compared with them, too.
pub fn likeness(company: &str, carrier: &str) -> Likeness {
    let is_same_in_full = folded(company, SUFFIXES) == folded(carrier, SUFFIXES);
    let (company, carrier) = (folded(company, DROPPED), folded(carrier, DROPPED));
    if company.is_empty() {
        // Nothing that could name a carrier.
        Likeness::Other
    } else if company == carrier || is_same_in_full {
        Likeness::Same
    } else if company.contains(&carrier) || carrier.contains(&company) || is_one_letter_apart(&company, &carrier) {
        Likeness::Similar
    } else {
        Likeness::Other
    }
}

/// D19: "case, punctuation, spaces, accents and company suffixes"; D50: abbreviations, and generic
/// words at the end. Of accents and suffixes those that the classes and the contexts' lists have:
/// D19 names none.
fn folded(name: &str, dropped: &[&str]) -> String {
    let mut plain = String::new();
    for c in name.to_lowercase().chars() {
        match c {
            'á' | 'à' | 'â' => plain.push('a'),
            'é' | 'è' | 'ê' => plain.push('e'),
            'í' | 'ì' | 'î' => plain.push('i'),
            'ó' | 'ò' | 'ô' => plain.push('o'),
            'ú' | 'ù' | 'û' => plain.push('u'),
            '\u{300}'..='\u{36f}' => {}
            c if c.is_alphanumeric() => plain.push(c),
            _ => plain.push(' '),
        }
    }
    let plain = plain.replace('&', " ");
    let words = plain.split_whitespace().filter(|word| *word != "and");
    let mut words: Vec<&str> = words.map(spelt_out).collect();
    while words.last().is_some_and(|word| dropped.contains(word)) {
        words.pop();
    }
    words.concat()
}

/// D19: company suffixes.
const SUFFIXES: &[&str] = &["inc", "llc", "corp", "company"];

/// D50: "drops these at the end of a name".
const DROPPED: &[&str] =
    &["inc", "llc", "corp", "insurance", "company", "national", "association", "group", "casualty", "mutual"];

/// D50: "equates `ins` and `insurance`, …".
fn spelt_out(word: &str) -> &str {
    match word {
        "ins" => "insurance",
        "co" => "company",
        "natl" => "national",
        "assn" => "association",
        "grp" => "group",
        "cas" => "casualty",
        "mut" => "mutual",
        word => word,
    }
}

fn is_one_letter_apart(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let same_start = short.iter().zip(&long).take_while(|(a, b)| a == b).count();
    match long.len() - short.len() {
        0 => short[same_start + 1..] == long[same_start + 1..],
        1 => short[same_start..] == long[same_start + 1..],
        _ => false,
    }
}
