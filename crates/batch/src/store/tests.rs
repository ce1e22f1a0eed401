#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};

use super::{Folder, format};
use grundy_heaps::sequence::Pattern;
use grundy_heaps::sequence::store::{Kept, SequenceStore, Terms};

/// A new folder, by the name of the test.
fn place(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-{test}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn quiet(path: &Path) -> Folder {
    Folder::open(path, |_| ()).unwrap()
}

/// The number of terms of each width.
fn some(count: u64) -> [Kept<'static>; 3] {
    let term = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let pattern = Some(Pattern {
        preperiod: 3,
        period: 5,
        saltus: 2,
    });
    [
        Kept {
            terms: Terms::Bits(
                (0..count.div_ceil(64))
                    .map(term)
                    .collect::<Vec<u64>>()
                    .into(),
                count,
            ),
            pattern,
        },
        Kept {
            terms: Terms::Short((0..count).map(|n| term(n) as u16).collect()),
            pattern: None,
        },
        Kept {
            terms: Terms::Long((0..count).map(|n| term(n) as u32).collect()),
            pattern,
        },
    ]
}

#[test]
fn what_is_saved_is_read_again() {
    let path = place("again");
    let folder = quiet(&path);
    for (i, count) in [0, 1, 63, 64, 1000, 100_000].into_iter().enumerate() {
        for (j, kept) in some(count).into_iter().enumerate() {
            let name = format!("octal 0.{i}{j}");
            assert_eq!(folder.load(&name, u64::MAX), None);
            folder.save(&name, &kept);
            assert_eq!(folder.load(&name, u64::MAX), Some(kept.clone()));
            assert_eq!(quiet(&path).load(&name, u64::MAX), Some(kept));
        }
    }
    let long = format!("rules {}", "[n] -> [n-1] | ".repeat(50));
    folder.save(&long, &some(10)[1]);
    assert_eq!(folder.load(&long, u64::MAX), Some(some(10)[1].clone()));
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn no_more_is_read_than_may_be() {
    let path = place("part");
    let folder = quiet(&path);
    let [_, short, _] = some(1000);
    folder.save("octal 0.3", &short);
    let Some(Kept {
        terms: Terms::Short(part),
        pattern: None,
    }) = folder.load("octal 0.3", 200)
    else {
        panic!("a part")
    };
    let Terms::Short(whole) = short.terms else {
        panic!("16 bits")
    };
    assert_eq!(part[..], whole[..100]);
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn every_flipped_bit_and_every_cut_is_found() {
    for kept in some(50) {
        let path = place("flip");
        let folder = quiet(&path);
        folder.save("octal 0.15", &kept);
        let file = folder.file("octal 0.15");
        let whole = fs::read(&file).unwrap();
        let reads = || folder.load("octal 0.15", u64::MAX);
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                fs::write(&file, bytes).unwrap();
                assert_eq!(reads(), None, "bit {bit} of byte {at}");
            }
            fs::write(&file, &whole[..at]).unwrap();
            assert_eq!(reads(), None, "cut to {at} bytes");
        }
        fs::write(&file, [&whole[..], &[0]].concat()).unwrap();
        assert_eq!(reads(), None, "a byte too many");
        // A damaged file is replaced, also by one that knows less.
        let [_, less, _] = some(5);
        folder.save("octal 0.15", &less);
        assert_eq!(folder.load("octal 0.15", u64::MAX), Some(less));
        fs::remove_dir_all(path).unwrap();
    }
}

#[test]
fn what_belongs_to_others_stays_as_it_is() {
    let path = place("others");
    let folder = quiet(&path);
    let [_, kept, more] = some(50);
    folder.save("octal 0.15", &kept);
    // One file is that of other rules under this name, and another one is of a later format.
    fs::copy(folder.file("octal 0.15"), folder.file("octal 0.16")).unwrap();
    let mut later = fs::read(folder.file("octal 0.15")).unwrap();
    later[8] = 2;
    let head = 56 + "octal 0.17".len();
    later[head - 1] = b'7';
    let sum = super::CHECKSUM.checksum(&later[..head]).to_le_bytes();
    later[head..head + 8].copy_from_slice(&sum);
    fs::write(folder.file("octal 0.17"), &later).unwrap();
    for name in ["octal 0.16", "octal 0.17"] {
        let before = fs::read(folder.file(name)).unwrap();
        let folder = quiet(&path);
        // Whether or not it was read before.
        folder.save(name, &more);
        assert_eq!(folder.load(name, u64::MAX), None);
        folder.save(name, &more);
        assert_eq!(fs::read(folder.file(name)).unwrap(), before, "{name}");
    }
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn who_knows_more_wins() {
    let path = place("more");
    let (one, other) = (quiet(&path), quiet(&path));
    let [_, short, _] = some(100);
    let [_, long, _] = some(200);
    let proved = Kept {
        pattern: Some(Pattern {
            preperiod: 1,
            period: 2,
            saltus: 0,
        }),
        ..short.clone()
    };
    let name = "octal 0.15";
    for (saved, there) in [
        (&short, &short),
        (&long, &long),
        (&short, &long),
        (&proved, &proved),
        (&long, &proved),
    ] {
        one.save(name, saved);
        assert_eq!(other.load(name, u64::MAX).as_ref(), Some(there));
    }
    // Many at once: the longest is there in the end, and no file half written.
    let all: Vec<Kept> = (1..40).map(|n| some(n * 10)[1].clone()).collect();
    std::thread::scope(|scope| {
        for half in [0, 1] {
            let (path, all) = (&path, &all);
            scope.spawn(move || {
                let folder = quiet(path);
                all.iter()
                    .skip(half)
                    .step_by(2)
                    .for_each(|kept| folder.save("octal 0.3", kept));
            });
        }
    });
    assert_eq!(one.load("octal 0.3", u64::MAX).as_ref(), all.last());
    let names: Vec<_> = fs::read_dir(&path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn what_a_killed_process_left_is_removed_and_what_is_being_written_is_not() {
    let path = place("left");
    let _ = quiet(&path);
    fs::write(path.join("octal_0.15.77-0.part"), "half").unwrap();
    let writing = fs::File::create(path.join("octal_0.16.78-0.part")).unwrap();
    writing.lock().unwrap();
    let _ = quiet(&path);
    assert!(!path.join("octal_0.15.77-0.part").exists());
    assert!(path.join("octal_0.16.78-0.part").exists());
    fs::remove_dir_all(path).unwrap();
}

/// A disk with room for this many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let written = bytes.len().min(self.0);
        self.0 -= written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_wherever_it_fills() {
    for kept in some(50) {
        let mut whole = Cursor::new(Vec::new());
        format::write(&mut whole, "octal 0.15", &kept).unwrap();
        let length = whole.into_inner().len();
        for room in 0..length {
            let error = format::write(&mut Full(room), "octal 0.15", &kept).unwrap_err();
            assert_eq!(
                error.kind(),
                io::ErrorKind::StorageFull,
                "room for {room} of {length} bytes"
            );
        }
        format::write(&mut Full(length), "octal 0.15", &kept).unwrap();
    }
}
