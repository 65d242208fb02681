//! SHA-256 digests.

use hmac_sha256::Hash;

/// Returns the digest of bytes as `sha256:` and hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let mut out = String::from("sha256:");
    for byte in Hash::hash(bytes) {
        for half in [byte >> 4, byte & 15] {
            out.push(char::from_digit(half.into(), 16).unwrap_or_default());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::digest;

    /// The example of the standard, FIPS 180-4.
    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(digest(b"abc"), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
