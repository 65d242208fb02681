//! The one source of ids, tokens, secrets and chance. With a seed, the same requests draw the same.

use crate::error::ApiError;
use rusqlite::Transaction;
use uuid::{Builder, Uuid};

/// The source of randomness.
#[derive(Debug)]
pub(crate) enum Random {
    /// This computer's.
    System,
    /// Numbers that follow from a key, the owner and the number of earlier draws of the owner. The
    /// database counts the draws, so that a rewind repeats them.
    Seeded { key: [u8; 32] },
}

/// The owner of a draw. The draws of one owner do not depend on those of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The stand-in itself.
    StandIn,
    /// An organization, by its number.
    Organization(i64),
}

/// A table whose rows have numbers that a partner sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbered {
    Cases,
    Upgrades,
    Tickets,
}

impl Numbered {
    fn name(self) -> &'static str {
        match self {
            Numbered::Cases => "cases",
            Numbered::Upgrades => "upgrades",
            Numbered::Tickets => "tickets",
        }
    }
}

/// The numbers of one organization. Those of another one are in another block.
const BLOCK: i64 = 100_000;

impl Owner {
    /// Returns the name under which draws are counted. It does not depend on the order in which
    /// organizations were created.
    fn name(self, tx: &Transaction<'_>) -> Result<String, ApiError> {
        Ok(match self {
            Owner::StandIn => "stand-in".to_owned(),
            Owner::Organization(id) => {
                let mut name = tx.prepare_cached("SELECT name FROM organizations WHERE id = ?1")?;
                format!("organization {}", name.query_row([id], |row| row.get::<_, String>(0))?)
            }
        })
    }
}

fn unavailable(error: getrandom::Error) -> ApiError {
    ApiError::Broken("randomness", Box::new(error))
}

impl Random {
    pub(crate) fn new(seed: Option<u64>) -> Random {
        match seed {
            None => Random::System,
            Some(seed) => Random::Seeded { key: hmac_sha256::Hash::hash(format!("casegate {seed}").as_bytes()) },
        }
    }

    /// Returns random bytes.
    pub(crate) fn bytes<const N: usize>(&self, tx: &Transaction<'_>, owner: Owner) -> Result<[u8; N], ApiError> {
        let mut bytes = [0; N];
        match self {
            Random::System => getrandom::fill(&mut bytes).map_err(unavailable)?,
            Random::Seeded { key } => {
                let name = owner.name(tx)?;
                let count = drawn(tx, &name)?;
                for (at, piece) in bytes.chunks_mut(32).enumerate() {
                    let block = hmac_sha256::HMAC::mac(format!("{count} {at} {name}"), key);
                    piece.iter_mut().zip(block).for_each(|(to, from)| *to = from);
                }
            }
        }
        Ok(bytes)
    }

    /// Returns a random id.
    pub(crate) fn uuid(&self, tx: &Transaction<'_>, owner: Owner) -> Result<Uuid, ApiError> {
        Ok(Builder::from_random_bytes(self.bytes(tx, owner)?).into_uuid())
    }

    /// Returns a random number below `limit`.
    pub(crate) fn below(&self, tx: &Transaction<'_>, owner: Owner, limit: u64) -> Result<u64, ApiError> {
        let number = u64::from_le_bytes(self.bytes(tx, owner)?);
        Ok(number.checked_rem(limit).unwrap_or_default())
    }

    /// Returns the number of a new row; `None` if the database counts. With a seed, each
    /// organization counts for itself: the first one from 1, and others in a block that follows from
    /// their name.
    pub(crate) fn number(
        &self,
        tx: &Transaction<'_>,
        organization: i64,
        table: Numbered,
    ) -> Result<Option<i64>, ApiError> {
        let Random::Seeded { key } = self else { return Ok(None) };
        let name = Owner::Organization(organization).name(tx)?;
        let count = drawn(tx, &format!("{} of {name}", table.name()))?;
        let first: i64 = tx.query_row("SELECT min(id) FROM organizations", [], |row| row.get(0))?;
        let block = if organization == first {
            0
        } else {
            let [a, b, c, d, ..] = hmac_sha256::HMAC::mac(format!("block {name}"), key);
            i64::from(u32::from_le_bytes([a, b, c, d])).saturating_add(1)
        };
        Ok(Some(block.saturating_mul(BLOCK).saturating_add(count)))
    }
}

/// Counts a draw, and returns the number of draws.
fn drawn(tx: &Transaction<'_>, name: &str) -> Result<i64, ApiError> {
    let mut count = tx.prepare_cached(
        "INSERT INTO draws (owner, count) VALUES (?1, 1) ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count",
    )?;
    Ok(count.query_row([name], |row| row.get(0))?)
}
