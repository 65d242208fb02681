//! Counts the allocations of a clean check, in a program of its own so that counting slows no
//! measurement.

#![expect(unsafe_code, reason = "an allocator that counts is unsafe to write")]

use casegate_bench::contenders::{self, Contender};
use casegate_bench::corpus::{self, Corpus};
use casegate_bench::figures::print_figure;
use std::alloc::{GlobalAlloc, Layout, System};
use std::error::Error;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator.
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
    println!("\n{:<68}{:>8}{:>9}{:>8}", "allocations a payload, mean", "typical", "large", "most");
    let typical = corpus::clean("typical", corpus::Size::Typical, 300);
    let large = corpus::clean("large", corpus::Size::Large, 100);
    for contender in contenders::all()? {
        let (typical, large) = (count(&contender, &typical), count(&contender, &large));
        let most = typical.most.max(large.most);
        println!("  {:<66}{:>8.1}{:>9.1}{most:>8}", contender.name, typical.mean, large.mean);
        if contender.id == "check" {
            print_figure("native.allocations.most", most.into())?;
            print_figure("native.allocations.large_over_typical", large.mean / typical.mean)?;
        }
    }
    Ok(())
}

struct Count {
    mean: f64,
    /// The count for the payload with the most allocations.
    most: u32,
}

fn count(contender: &Contender, corpus: &Corpus) -> Count {
    let run = |text: &String| black_box((contender.read)(text));
    // Allocations that are made once and kept do not count.
    for text in &corpus.texts {
        run(text);
    }
    let mut counts = Vec::new();
    for text in &corpus.texts {
        let before = COUNT.load(Relaxed);
        run(text);
        counts.push(u32::try_from(COUNT.load(Relaxed) - before).unwrap_or(u32::MAX));
    }
    let sum: f64 = counts.iter().copied().map(f64::from).sum();
    #[expect(clippy::cast_precision_loss, reason = "the figure is for people")]
    let mean = sum / counts.len() as f64;
    Count { mean, most: counts.into_iter().max().unwrap_or_default() }
}
