//! Names of values: `Display` and `FromStr` of enums whose values have names.

/// A text is no name of a value, for example of a severity.
///
/// ```
/// use casegate::Severity;
///
/// assert_eq!("error".parse(), Ok(Severity::Error));
/// let mistake = "fatal".parse::<Severity>();
/// assert_eq!(mistake.unwrap_err().to_string(), "unknown severity");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind}")]
pub struct ParseNameError {
    pub(crate) kind: &'static str,
}

/// Implements `Display` by a method that returns the name.
macro_rules! displayed {
    ($type:ident, $name:ident) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.pad(self.$name())
            }
        }
    };
}
pub(crate) use displayed;

/// Implements `FromStr` by a function that finds a value by name.
macro_rules! parsed {
    ($type:ident, $from_name:ident, $kind:literal) => {
        impl std::str::FromStr for $type {
            type Err = $crate::text::name::ParseNameError;

            fn from_str(name: &str) -> Result<$type, Self::Err> {
                $type::$from_name(name).ok_or($crate::text::name::ParseNameError { kind: $kind })
            }
        }
    };
}
pub(crate) use parsed;

/// Implements the list of all values, their names, and the search by name, of an enum.
macro_rules! named {
    ($type:ident, $kind:literal { $($variant:ident $word:literal,)+ }) => {
        impl $type {
            /// All values.
            pub const ALL: [$type; [$($word),+].len()] = [$($type::$variant),+];

            /// Returns the name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $word,)+
                }
            }

            /// Returns the value of a name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|known| known.name() == name)
            }
        }

        $crate::text::name::displayed!($type, name);
        $crate::text::name::parsed!($type, from_name, $kind);
    };
}
pub(crate) use named;
