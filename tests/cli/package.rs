//! Records as cases of a problem (`grundy package`).

use super::*;

#[test]
fn cases_hold_records_and_their_answers() {
    let directory = TemporaryFolder::new();
    let records = directory.path().join("records.txt");
    std::fs::write(&records, "nim: 2 3\nking 2x2\n.K\n..\nnim: 1 1 ? grundy\n").unwrap();
    let target = directory.path().join("problem");
    let (records, target) = (records.to_str().unwrap(), target.to_str().unwrap());
    grundy(&["package", records, "--kattis", target, "--sample", records]);
    let read =
        |path: &str| std::fs::read_to_string(Path::new(target).join("data").join(path)).unwrap();
    assert_eq!(read("secret/001-records.ans"), "WIN 1\nWIN 1\n0\n");
    assert_eq!(
        read("sample/001-records.ans"),
        read("secret/001-records.ans")
    );
    assert_eq!(
        read("secret/001-records.in"),
        std::fs::read_to_string(records).unwrap()
    );

    // A second time, only where that is meant.
    assert_eq!(
        grundy_with(&["package", records, "--kattis", target], b"")
            .status
            .code(),
        Some(2)
    );
    grundy(&["package", records, "--kattis", target, "--split", "--force"]);
    assert_eq!(read("secret/002-records.in"), "king 2x2\n.K\n..\n");
    assert_eq!(read("secret/003-records.ans"), "0\n");
}

#[test]
fn a_wrong_record_is_never_packaged() {
    let directory = TemporaryFolder::new();
    let [right, wrong] = ["right.txt", "wrong.txt"].map(|name| directory.path().join(name));
    std::fs::write(&right, "nim: 2 3\n").unwrap();
    std::fs::write(&wrong, "nim: 2 x\n").unwrap();
    let target = directory.path().join("problem");
    let files = [&right, &wrong].map(|path| path.to_str().unwrap());
    let output = grundy_with(
        &[
            "package",
            files[0],
            files[1],
            "--kattis",
            target.to_str().unwrap(),
        ],
        b"",
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(!target.exists());
}
