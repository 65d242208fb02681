#![no_main]

casegate_fuzz::target!("analysis");
