//! The signing key, its file, and heads under its signature.

use std::fmt;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use crate::digits;
use crate::error::Error;
use crate::hash::{Hash, Text};
use crate::names::StreamName;
use crate::private;
use crate::record::{Head, Tip};
use crate::snapshot::Snapshot;

/// The file of a node's key.
pub const KEY: &str = "journal.key";

/// What the key file opens with. The key comes after it and then its public key, so that no bit can turn unnoticed.
const KEY_FILE_WORDS: &str = "queenhigh-journal-key-2";

/// What each signature is for.
const STREAM_HEAD: &[u8] = b"queenhigh journal 2026 head of a stream";
const JOURNAL_HEAD: &[u8] = b"queenhigh journal 2026 head of the journal";
const SNAPSHOT: &[u8] = b"queenhigh journal 2026 snapshot of a stream";
const FILE: &[u8] = b"queenhigh journal 2026 file of the house";
const WITNESS: &[u8] = b"queenhigh journal 2026 witness of the last commit";
const EXPORT_END: &[u8] = b"queenhigh journal 2026 end of an export";

/// A public key, for checking signatures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicKey(pub [u8; 32]);

/// An Ed25519 signature.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Sealed(pub [u8; 64]);

digits::as_text!(PublicKey);
digits::as_text!(Sealed);

impl PublicKey {
    /// Reads 64 hexadecimal digits in lower case.
    #[must_use]
    pub fn parse(text: &str) -> Option<PublicKey> {
        digits::read(text).map(PublicKey)
    }

    /// Whether a file of this digest was signed with the key.
    #[must_use]
    pub fn signed_file(&self, digest: Hash, signature: &Sealed) -> bool {
        self.holds(&file_text(digest), signature)
    }

    /// Whether a snapshot was signed with the key.
    pub(crate) fn signed_snapshot(&self, snapshot: &Snapshot, signature: &Sealed) -> bool {
        self.holds(&snapshot_text(snapshot), signature)
    }

    /// Whether a witness was signed with the key.
    pub(crate) fn signed_witness(&self, said: &Text, signature: &Sealed) -> bool {
        self.holds(&witness_text(said), signature)
    }

    fn holds(&self, text: &[u8], signature: &Sealed) -> bool {
        let Ok(key) = VerifyingKey::from_bytes(&self.0) else { return false };
        key.verify_strict(text, &Signature::from_bytes(&signature.0)).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&digits::write(self.0))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sealed({})", digits::write(self.0))
    }
}

/// The head of a stream, or of the journal, under a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedHead {
    /// The last commit when it was signed.
    pub commit: u64,
    /// The stream; none for the chain of commits.
    pub stream: Option<StreamName>,
    /// The stream's version; for the journal, the number of the commit.
    pub version: u64,
    /// The hash there.
    pub hash: Hash,
    /// Who signed.
    pub key: PublicKey,
    /// The signature over all of the above.
    pub signature: Sealed,
}

impl SignedHead {
    /// Whether the signature is right.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.key.holds(&head_text(self.commit, self.stream.as_ref(), self.version, self.hash), &self.signature)
    }
}

fn head_text(commit: u64, stream: Option<&StreamName>, version: u64, hash: Hash) -> Vec<u8> {
    let text = Text::with_room(160);
    let text = match stream {
        Some(stream) => text.bytes(STREAM_HEAD).bytes(stream.as_str().as_bytes()),
        None => text.bytes(JOURNAL_HEAD),
    };
    text.number(commit).number(version).bytes(&hash.0).into_bytes()
}

fn file_text(digest: Hash) -> Vec<u8> {
    Text::with_room(80).bytes(FILE).bytes(&digest.0).into_bytes()
}

fn witness_text(said: &Text) -> Vec<u8> {
    Text::with_room(200).bytes(WITNESS).bytes(said.as_bytes()).into_bytes()
}

fn snapshot_text(snapshot: &Snapshot) -> Vec<u8> {
    let Snapshot { stream, version, hash, mark, format, kept, bytes } = snapshot;
    let text = Text::with_room(200).bytes(SNAPSHOT).bytes(stream.as_str().as_bytes()).number(*version).bytes(&hash.0);
    let text = text.number(*mark).number((*format).into()).number((*kept).into());
    text.bytes(&Hash::of_snapshot(bytes).0).into_bytes()
}

fn end_text(digest: Hash) -> Vec<u8> {
    Text::with_room(80).bytes(EXPORT_END).bytes(&digest.0).into_bytes()
}

/// Whether an export's last line is signed by the key.
pub(crate) fn end_holds(key: &PublicKey, digest: Hash, signature: &Sealed) -> bool {
    key.holds(&end_text(digest), signature)
}

/// Signs heads.
pub struct Signer {
    key: SigningKey,
    public: PublicKey,
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.public)
    }
}

impl Signer {
    /// The signer of a secret of 32 bytes.
    #[must_use]
    pub fn from_secret(secret: [u8; 32]) -> Signer {
        let key = SigningKey::from_bytes(&secret);
        let public = PublicKey(key.verifying_key().to_bytes());
        Signer { key, public }
    }

    /// A new key, which is in no file yet.
    pub fn new() -> Result<Signer, Error> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|fault| Error::NoRandomness(fault.to_string()))?;
        Ok(Signer::from_secret(secret))
    }

    /// The key of the file; at the first start, a new one that only the owner can read.
    pub fn open_or_create(path: &Path) -> Result<Signer, Error> {
        match Signer::open(path)? {
            Some(signer) => Ok(signer),
            None => {
                let signer = Signer::new()?;
                signer.save(path)?;
                Ok(signer)
            }
        }
    }

    /// The key of the file, if there is one.
    pub fn open(path: &Path) -> Result<Option<Signer>, Error> {
        let text = match fs::read(path) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(fault) => return Err(key_error(path, &fault.to_string())),
        };
        private::check_file(path)?;
        let mut words = text.split(' ');
        let secret = words.nth(1).and_then(digits::read).map(Signer::from_secret);
        // Whatever differs from what was written was changed since.
        let signer = secret.filter(|signer| signer.file_text() == text);
        let fault =
            "it was damaged, or is not one; restore the file from a backup, as a new key breaks with what is signed";
        signer.map(Some).ok_or_else(|| key_error(path, fault))
    }

    /// Keeps the key in a file that only the owner can read.
    pub(crate) fn save(&self, path: &Path) -> Result<(), Error> {
        // Written to a second file and renamed, so that a crash cannot leave half a key.
        let aside = path.with_extension("new");
        let write = || {
            let mut file = private::create(&aside)?;
            file.write_all(self.file_text().as_bytes())?;
            file.sync_all()?;
            fs::rename(&aside, path)?;
            sync_folder_of(path)
        };
        write().map_err(|fault: std::io::Error| key_error(path, &fault.to_string()))
    }

    fn file_text(&self) -> String {
        format!("{KEY_FILE_WORDS} {} {}\n", digits::write(self.key.to_bytes()), self.public)
    }

    /// The public key, for those who check signatures.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        self.public
    }

    fn head(&self, commit: u64, stream: Option<StreamName>, version: u64, hash: Hash) -> SignedHead {
        let signature = self.sign(&head_text(commit, stream.as_ref(), version, hash));
        SignedHead { commit, stream, version, hash, key: self.public, signature }
    }

    /// Signs a stream's head as it stood at some version, for readers of an excerpt that ends there.
    #[must_use]
    pub fn head_at(&self, commit: u64, stream: &StreamName, head: Head) -> SignedHead {
        self.stream_head(commit, stream, head)
    }

    /// Signs a file by its digest.
    #[must_use]
    pub fn sign_file(&self, digest: Hash) -> Sealed {
        self.sign(&file_text(digest))
    }

    pub(crate) fn sign_witness(&self, said: &Text) -> Sealed {
        self.sign(&witness_text(said))
    }

    pub(crate) fn sign_snapshot(&self, snapshot: &Snapshot) -> Sealed {
        self.sign(&snapshot_text(snapshot))
    }

    pub(crate) fn stream_head(&self, commit: u64, stream: &StreamName, head: Head) -> SignedHead {
        self.head(commit, Some(stream.clone()), head.version, head.hash)
    }

    pub(crate) fn journal_head(&self, tip: Tip) -> SignedHead {
        self.head(tip.commit, None, tip.commit, tip.hash)
    }

    pub(crate) fn export_end(&self, digest: Hash) -> Sealed {
        self.sign(&end_text(digest))
    }

    fn sign(&self, text: &[u8]) -> Sealed {
        Sealed(self.key.sign(text).to_bytes())
    }
}

fn key_error(path: &Path, fault: &str) -> Error {
    Error::Key { path: path.display().to_string(), fault: fault.to_owned() }
}

/// Makes a rename or a new file in the folder durable.
pub(crate) fn sync_folder_of(path: &Path) -> std::io::Result<()> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.key");
        let first = Signer::open_or_create(&path).unwrap();
        assert_eq!(Signer::open_or_create(&path).unwrap().public(), first.public());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            assert!(Signer::open_or_create(&path).unwrap_err().to_string().contains("chmod -R go="));
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
        // No bit of it can turn into another key, or be lost.
        let whole = fs::read(&path).unwrap();
        for bit in 0..whole.len() * 8 {
            let mut turned = whole.clone();
            turned[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, turned).unwrap();
            assert!(Signer::open_or_create(&path).unwrap_err().to_string().contains("restore the file"), "bit {bit}");
        }
        fs::write(&path, "queenhigh-journal-key-2 12").unwrap();
        assert!(Signer::open_or_create(&path).unwrap_err().to_string().contains("backup"));
    }

    #[test]
    fn a_signature_is_for_one_head_alone() {
        let signer = Signer::from_secret([7; 32]);
        let stream = StreamName::new("table/1").unwrap();
        let head = signer.stream_head(5, &stream, Head { version: 3, hash: Hash([1; 32]) });
        assert!(head.holds());
        let other = StreamName::new("table/2").unwrap();
        assert!(!SignedHead { commit: 6, ..head.clone() }.holds());
        assert!(!SignedHead { version: 4, ..head.clone() }.holds());
        assert!(!SignedHead { hash: Hash([2; 32]), ..head.clone() }.holds());
        assert!(!SignedHead { stream: Some(other), ..head.clone() }.holds());
        assert!(!SignedHead { stream: None, ..head.clone() }.holds());
        assert!(!SignedHead { key: Signer::from_secret([8; 32]).public(), ..head }.holds());
    }
}
