//! A sample of the space.

mod quick;
