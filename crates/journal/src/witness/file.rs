//! The file of a witness: two lines of a fixed length, written in turn, so that one of them is always whole.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::line::Witness;
use crate::error::Error;
use crate::key::sync_folder_of;
use crate::private;

/// The length of a line with its line feed: what a disk writes at once or not at all.
const LINE_BYTES: usize = 512;

/// A file as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Its lines; none for one that does not hold.
    lines: [Option<Witness>; 2],
}

impl WitnessFile {
    /// Reads a file, if it is there.
    pub fn read(path: &Path) -> Result<Option<WitnessFile>, Error> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(fault) => return Err(Error::file(path, fault)),
        };
        let lines = [0, 1].map(|place: u64| line(&bytes, place));
        Ok(Some(WitnessFile { path: path.to_owned(), lines }))
    }

    /// The last line that holds.
    #[must_use]
    pub fn last(&self) -> Option<&Witness> {
        self.lines.iter().flatten().max_by_key(|line| line.turn)
    }

    /// The lines that do not hold, from 1.
    pub(crate) fn unsound(&self) -> impl Iterator<Item = usize> {
        (1..).zip(&self.lines).filter(|(_, line)| line.is_none()).map(|(number, _)| number)
    }
}

/// The line in a place. A sound one that was moved to the other place is not one.
fn line(bytes: &[u8], place: u64) -> Option<Witness> {
    let (before, after) = bytes.split_at_checked(LINE_BYTES)?;
    let bytes = if place == 0 { before } else { after };
    let text = std::str::from_utf8(bytes).ok()?;
    let witness = Witness::parse(text.strip_suffix('\n')?.trim_end_matches(' '))?;
    (text == padded(&witness) && witness.turn % 2 == place).then_some(witness)
}

fn padded(line: &Witness) -> String {
    format!("{:<width$}\n", line.to_string(), width = LINE_BYTES - 1)
}

/// Makes the file with the same commit in both lines. It is whole or does not exist.
pub(super) fn make(path: &Path, lines: &[Witness; 2]) -> std::io::Result<File> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    let file = private::create(&aside)?;
    for line in lines {
        put(&file, line)?;
    }
    file.sync_all()?;
    fs::rename(&aside, path)?;
    sync_folder_of(path)?;
    Ok(file)
}

/// Writes a line into its place.
pub(super) fn put(mut file: &File, line: &Witness) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(line.turn % 2 * LINE_BYTES as u64))?;
    file.write_all(padded(line).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Hash;
    use crate::key::Signer;
    use crate::record::Tip;

    #[test]
    fn each_bit_of_a_line_counts_and_the_other_line_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.witness");
        let signer = Signer::from_secret([7; 32]);
        let [one, two, three] = [1, 2, 3].map(|turn| {
            Witness::sign(&signer, turn, Tip { commit: 10 + turn, position: 0, hash: Hash([1; 32]) }, None)
        });
        let file = make(&path, &[one, two.clone()]).unwrap();
        put(&file, &three).unwrap();
        let found = WitnessFile::read(&path).unwrap().unwrap();
        assert_eq!((found.last(), found.unsound().count()), (Some(&three), 0));
        let whole = fs::read(&path).unwrap();
        assert_eq!(whole.len(), 2 * LINE_BYTES);
        for bit in (0..whole.len() * 8).step_by(13) {
            let mut turned = whole.clone();
            turned[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &turned).unwrap();
            let found = WitnessFile::read(&path).unwrap().unwrap();
            let (unsound, left) = if bit / 8 < LINE_BYTES { (1, &three) } else { (2, &two) };
            assert_eq!((found.unsound().collect::<Vec<_>>(), found.last()), (vec![unsound], Some(left)), "bit {bit}");
        }
        // Cut off, swapped, or not there.
        fs::write(&path, &whole[..LINE_BYTES + 9]).unwrap();
        assert_eq!(WitnessFile::read(&path).unwrap().unwrap().last(), Some(&two));
        fs::write(&path, [&whole[LINE_BYTES..], &whole[..LINE_BYTES]].concat()).unwrap();
        assert_eq!(WitnessFile::read(&path).unwrap().unwrap().last(), None);
        fs::remove_file(&path).unwrap();
        assert_eq!(WitnessFile::read(&path).unwrap(), None);
    }
}
