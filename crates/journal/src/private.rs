//! Files and folders that only their owner may read: a journal holds every card, and the keys hold the house.
//!
//! SQLite's files beside the journal take the mode of the journal itself, so that is made with it before SQLite opens it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use crate::error::Error;

/// Makes a folder, and those above it that are missing. One that is there is left as it is.
pub fn make_folder(path: &Path) -> Result<(), Error> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|fault| Error::file(path, fault))
}

/// Refuses a folder that others than its owner can look into.
pub fn check_folder(path: &Path) -> Result<(), Error> {
    check(path, path)
}

/// Refuses a file that others than its owner can read, with the command that mends its folder.
pub fn check_file(path: &Path) -> Result<(), Error> {
    check(path, path.parent().unwrap_or(path))
}

/// A new file for writing. What an earlier attempt left there is deleted first, as it would keep its mode.
pub fn create(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(fault) if fault.kind() != io::ErrorKind::NotFound => return Err(fault),
        _ => {}
    }
    owners_alone().create_new(true).open(path)
}

/// A new file for writing, which must not be there yet.
pub fn create_new(path: &Path) -> io::Result<File> {
    owners_alone().create_new(true).open(path)
}

/// The file as it is, or an empty one.
pub(crate) fn open_or_create(path: &Path) -> io::Result<File> {
    owners_alone().create(true).truncate(false).open(path)
}

fn owners_alone() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(unix)]
fn check(path: &Path, folder: &Path) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path).map_err(|fault| Error::file(path, fault))?.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        return Ok(());
    }
    Err(Error::Exposed { path: path.display().to_string(), mode, folder: folder.display().to_string() })
}

#[cfg(not(unix))]
fn check(_: &Path, _: &Path) -> Result<(), Error> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_is_for_its_owner_alone_whatever_lay_there() {
        let folder = tempfile::tempdir().unwrap();
        let (above, below) = (folder.path().join("a"), folder.path().join("a/b"));
        make_folder(&below).unwrap();
        assert_eq!((mode(&above), mode(&below)), (0o700, 0o700));
        let file = below.join("x.part");
        fs::write(&file, "left over").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).unwrap();
        create(&file).unwrap();
        assert_eq!((mode(&file), fs::read(&file).unwrap()), (0o600, Vec::new()));
        assert!(create_new(&file).is_err());
        check_file(&file).unwrap();
        for exposed in [0o640, 0o604, 0o610] {
            fs::set_permissions(&file, fs::Permissions::from_mode(exposed)).unwrap();
            let fault = check_file(&file).unwrap_err().to_string();
            assert!(fault.contains(&format!("chmod -R go= {}", below.display())), "{fault}");
        }
    }

    #[test]
    fn a_folder_that_others_can_look_into_is_refused_with_the_command_that_mends_it() {
        let folder = tempfile::tempdir().unwrap();
        for exposed in [0o755, 0o750, 0o701] {
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(exposed)).unwrap();
            let fault = check_folder(folder.path()).unwrap_err().to_string();
            assert!(fault.contains(&format!("chmod -R go= {}", folder.path().display())), "{fault}");
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
        check_folder(folder.path()).unwrap();
    }
}
