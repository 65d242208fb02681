//! A sample of the space, and the tables of the library beside those of the oracle.

mod quick;
mod tables;
