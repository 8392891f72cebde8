//! The settings file of `queenhigh serve`: values for what neither a flag nor the environment gives.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use rules::settle::POSITIONS;
use serde::Deserialize;

use crate::example;

/// What the file may contain: the names of the flags, with underscores.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) listen: Option<SocketAddr>,
    pub(crate) data: Option<PathBuf>,
    pub(crate) database: Option<String>,
    pub(crate) people_key: Option<PathBuf>,
    pub(crate) tls_certificate: Option<PathBuf>,
    pub(crate) tls_key: Option<PathBuf>,
    /// The files on other disks that witness the journal.
    #[serde(default)]
    pub(crate) witnesses: Vec<PathBuf>,
    /// The proxies whose X-Forwarded-For is believed: addresses and networks.
    #[serde(default)]
    pub(crate) trusted_proxies: Vec<String>,
    #[serde(default)]
    /// As flags name them: the codes of examples, or files.
    pub(crate) houses: Vec<String>,
    /// The rulebooks to add: files.
    #[serde(default)]
    pub(crate) rulebooks: Vec<PathBuf>,
    /// Whether to open the demo floor.
    #[serde(default)]
    pub(crate) demo: bool,
    pub(crate) robots: Option<u8>,
    #[serde(default)]
    pub(crate) verify: bool,
    pub(crate) log: Option<String>,
    pub(crate) log_level: Option<String>,
}

/// Why a settings file is not used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadSettings {
    #[error("{}: {why}", path.display())]
    Unreadable { path: PathBuf, why: std::io::Error },
    #[error("{}: {why}", path.display())]
    Malformed { path: PathBuf, why: toml::de::Error },
    #[error("{}: robots: at most {POSITIONS} at a table", path.display())]
    TooManyRobots { path: PathBuf },
}

impl Settings {
    /// Reads a file. Paths in it are relative to its folder.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub(crate) fn read(path: &Path) -> Result<Settings, BadSettings> {
        let own = || path.to_owned();
        let text = std::fs::read_to_string(path).map_err(|why| BadSettings::Unreadable { path: own(), why })?;
        let mut settings: Settings =
            toml::from_str(&text).map_err(|why| BadSettings::Malformed { path: own(), why })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let named =
            [&mut settings.data, &mut settings.people_key, &mut settings.tls_certificate, &mut settings.tls_key];
        for file in named.into_iter().flatten().chain(&mut settings.rulebooks).chain(&mut settings.witnesses) {
            *file = folder.join(&*file);
        }
        for house in &mut settings.houses {
            let beside = folder.join(&*house);
            // A file comes before an example of the same name, as everywhere.
            if beside.is_file() || example::house_text(house).is_none() {
                *house = beside.display().to_string();
            }
        }
        if settings.robots.is_some_and(|robots| usize::from(robots) > POSITIONS) {
            return Err(BadSettings::TooManyRobots { path: own() });
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_file_says_what_flags_say_and_its_paths_begin_where_it_lies() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("queenhigh.toml");
        let written = "listen = \"0.0.0.0:8080\"\ndata = \"data\"\nhouses = [\"md14.toml\", \"/etc/ma.toml\", \"sd\"]\n\
                       tls_certificate = \"house.pem\"\ntls_key = \"house.key\"\nrobots = 2\n\
                       witnesses = [\"far.witness\"]\n";
        std::fs::write(&path, written).unwrap();
        let settings = Settings::read(&path).unwrap();
        assert_eq!(settings.listen, Some("0.0.0.0:8080".parse().unwrap()));
        assert_eq!(settings.data, Some(folder.path().join("data")));
        assert_eq!(settings.houses, [&folder.path().join("md14.toml").display().to_string(), "/etc/ma.toml", "sd"]);
        assert_eq!(settings.witnesses, [folder.path().join("far.witness")]);
        assert_eq!(settings.tls_key, Some(folder.path().join("house.key")));
        for (wrong, says) in
            [("lisen = \"x\"", "unknown field `lisen`"), ("robots = 9", "at most 8"), ("robots = ", "")]
        {
            std::fs::write(&path, wrong).unwrap();
            let told = Settings::read(&path).unwrap_err().to_string();
            assert!(told.contains("queenhigh.toml") && told.contains(says), "{told}");
        }
    }
}
