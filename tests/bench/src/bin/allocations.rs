//! Counts the allocations of a clean check. A program of its own, so that the counting slows no measurement.

#![allow(unsafe_code)]

use casegate_bench::contenders;
use casegate_bench::corpus::{self, Corpus};
use std::alloc::{GlobalAlloc, Layout, System};
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is the system's allocator's own doing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> Result<(), Box<dyn Error>> {
    println!("\n{:<68}{:>8}", "allocations a payload, typical", "mean");
    let corpus: &'static Corpus = Box::leak(Box::new(corpus::clean("typical", corpus::Size::Typical, 300)));
    let payloads = corpus.texts.len();
    for contender in contenders::all(corpus)? {
        let run = || (0..payloads).for_each(|at| contender.run(at));
        run(); // what is made once and kept does not count
        let before = COUNT.load(Relaxed);
        run();
        #[allow(clippy::cast_precision_loss)]
        let mean = (COUNT.load(Relaxed) - before) as f64 / payloads as f64;
        println!("  {:<66}{mean:>8.1}", contender.name);
    }
    Ok(())
}
