//! Numbered tasks on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on.
    On,
    /// Begin no further task; those begun are finished and reported.
    Stop,
}

/// Tasks are handed out in groups that take about this long, so that neither handing out costs anything nor much
/// is in the air when the program is killed.
const GROUP: Duration = Duration::from_millis(5);
const LARGEST: u64 = 4096;

/// Does the tasks of a range on `threads` threads. Each thread makes itself a worker and does one task after the
/// other with it; `sink` is called on the calling thread with the first number of a group and its results, in the
/// order in which groups are finished. What a task gives must depend on its number alone: then nothing depends on
/// the threads but that order.
pub fn in_parallel<W, T: Send>(
    tasks: Range<u64>,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    task: impl Fn(&mut W, u64) -> T + Sync,
    mut sink: impl FnMut(u64, Vec<T>) -> Flow,
) {
    let group = |worker: &mut W, numbers: Range<u64>| {
        (numbers.start, numbers.map(|number| task(worker, number)).collect())
    };
    in_groups(tasks, threads, worker, group, |(from, results)| sink(from, results));
}

/// The same by groups of tasks: a worker is given several numbers in a row and gives one result for them all.
pub fn in_groups<W, T: Send>(
    tasks: Range<u64>,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    group: impl Fn(&mut W, Range<u64>) -> T + Sync,
    mut sink: impl FnMut(T) -> Flow,
) {
    let next = AtomicU64::new(tasks.start);
    let stop = AtomicBool::new(false);
    let threads = threads.max(1);
    // A sink that falls behind holds the workers up instead of filling the memory.
    let (sender, receiver) = mpsc::sync_channel(16 * threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, stop, worker, group) = (&next, &stop, &worker, &group);
            scope.spawn(move || {
                let mut worker = worker();
                let mut size = 1;
                while !stop.load(Ordering::Relaxed) {
                    let from = next.fetch_add(size, Ordering::Relaxed);
                    let to = tasks.end.min(from.saturating_add(size));
                    if from >= to {
                        break;
                    }
                    let began = Instant::now();
                    let result = group(&mut worker, from..to);
                    let took = began.elapsed();
                    if sender.send(result).is_err() {
                        break;
                    }
                    // Towards the end groups become single again, so that all threads finish together.
                    let left = tasks.end.saturating_sub(to) / (4 * threads as u64);
                    size = if took < GROUP { size * 2 } else { size / 2 }.clamp(1, LARGEST).min(left.max(1));
                }
            });
        }
        drop(sender);
        for result in receiver {
            if sink(result) == Flow::Stop {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once_on_any_number_of_threads() {
        for threads in [0, 1, 2, 7] {
            let mut seen = Vec::new();
            in_parallel(
                5..1005,
                threads,
                || 0u64,
                |_, number| number * number,
                |from, results| {
                    seen.extend(results.into_iter().enumerate().map(|(i, square)| (from + i as u64, square)));
                    Flow::On
                },
            );
            seen.sort_unstable();
            assert_eq!(seen, (5..1005).map(|n| (n, n * n)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_stop_leaves_the_rest_undone() {
        let mut groups = 0;
        in_parallel(
            0..u64::MAX,
            2,
            || (),
            |(), number| number,
            |_, _| {
                groups += 1;
                if groups == 3 { Flow::Stop } else { Flow::On }
            },
        );
        assert!(groups >= 3);
    }
}
