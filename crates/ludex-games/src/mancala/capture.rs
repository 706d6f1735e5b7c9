//! What the last seed of a sowing captures.

use super::lanes::Lanes;
use super::options::{Capture, Options, Slam};
use super::sowing::Sowing;

/// Takes what the last seed captures out of the rows and says how many seeds that is.
#[inline(always)]
pub(super) fn capture<W: Lanes>(options: &Options, sowing: &Sowing<W>, own: &mut W, other: &mut W) -> u32 {
    let pits = usize::from(options.pits);
    let last = usize::from(sowing.last);
    match options.capture {
        Capture::ToThree | Capture::ToFour => {
            if last < pits {
                return 0;
            }
            let mut fit = other.equal(2) | other.equal(3);
            if options.capture == Capture::ToFour {
                fit |= other.equal(4);
            }
            let mut pits_taken = run(u32::from(fit), last - pits, pits as u32, sowing.clockwise) as u16;
            let kept = other.without(pits_taken);
            if kept.is_empty() {
                match options.slam {
                    Slam::Nothing => pits_taken = 0,
                    Slam::KeepLast => pits_taken &= !(1 << (last - pits)),
                    Slam::KeepFirst if sowing.clockwise => {
                        pits_taken &= !(0x8000 >> pits_taken.leading_zeros());
                    }
                    Slam::KeepFirst => pits_taken &= pits_taken.wrapping_sub(1),
                    _ => {}
                }
            }
            let left = other.without(pits_taken);
            let taken = other.sum() - left.sum();
            *other = left;
            taken
        }
        Capture::Singles => {
            let singles = [own.equal(1), other.equal(1)];
            let row = usize::from(last >= pits);
            let (in_own, in_other);
            if options.chain_crosses {
                // Both rows in order around the board; the walk stops after a full circle.
                let around = u32::from(singles[0]) | u32::from(singles[1]) << pits;
                let chain = ring_run(around, last, 2 * pits as u32, sowing.clockwise);
                in_own = (chain & ((1 << pits) - 1)) as u16;
                in_other = (chain >> pits) as u16;
            } else {
                let chain = run(u32::from(singles[row]), last - row * pits, pits as u32, sowing.clockwise);
                [in_own, in_other] = if row == 0 { [chain as u16, 0] } else { [0, chain as u16] };
            }
            *own = own.without(in_own);
            *other = other.without(in_other);
            in_own.count_ones() + in_other.count_ones()
        }
        Capture::Facing => {
            let (here, there, pit) = if last < pits {
                (own, other, last)
            } else if options.both_sides {
                (other, own, last - pits)
            } else {
                return 0;
            };
            let facing = there.get(pits - 1 - pit);
            if here.get(pit) != 1 || (facing == 0 && !options.empty_capture) {
                return 0;
            }
            *there = there.without(1 << (pits - 1 - pit));
            if options.lander_stays {
                return facing;
            }
            *here = here.without(1 << pit);
            facing + 1
        }
        Capture::Six => {
            let (row, pit) = if last < pits { (own, last) } else { (other, last - pits) };
            if row.get(pit) != 6 {
                return 0;
            }
            *row = row.without(1 << pit);
            6
        }
    }
}

/// The members of `set` from `last` backwards without a gap, on a line of `length` places: towards 0 after
/// sowing counterclockwise, towards the end after sowing clockwise.
#[inline(always)]
fn run(set: u32, last: usize, length: u32, clockwise: bool) -> u32 {
    let set = set & ((1 << length) - 1);
    if clockwise {
        let gaps = !set >> last;
        set & (((1u32 << gaps.trailing_zeros().min(31)) - 1) << last)
    } else {
        let upto = (2u32 << last) - 1;
        let gaps = !set & upto;
        upto & !(((1u64 << (32 - gaps.leading_zeros())) - 1) as u32)
    }
}

/// As [`run`], on a ring of `length` places.
#[inline(always)]
fn ring_run(set: u32, last: usize, length: u32, clockwise: bool) -> u32 {
    let full = (1u64 << length) - 1;
    let twice = u64::from(set) | u64::from(set) << length;
    let count = if clockwise {
        (!(twice >> last)).trailing_zeros()
    } else {
        let at = last as u32 + length;
        (!(twice << (63 - at))).leading_zeros()
    }
    .min(length);
    let members = (1u64 << count) - 1;
    let first = if clockwise { last as u32 } else { (last as u32 + length + 1 - count) % length };
    let shifted = members << first;
    ((shifted | shifted >> length) & full) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_agree_with_walking() {
        for length in 1..=9usize {
            for set in 0..1u32 << length {
                for last in 0..length {
                    for clockwise in [false, true] {
                        let mut line = 0;
                        let mut ring = 0;
                        let mut at = last;
                        while set >> at & 1 == 1 && ring >> at & 1 == 0 {
                            ring |= 1 << at;
                            at = if clockwise { (at + 1) % length } else { (at + length - 1) % length };
                        }
                        let mut at = last as isize;
                        while (0..length as isize).contains(&at) && set >> at & 1 == 1 {
                            line |= 1 << at;
                            at += if clockwise { 1 } else { -1 };
                        }
                        assert_eq!(run(set, last, length as u32, clockwise), line);
                        assert_eq!(ring_run(set, last, length as u32, clockwise), ring);
                    }
                }
            }
        }
    }
}
