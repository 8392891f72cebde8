//! Builds the pages with Node, when they are stale, so that the binary carries them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_PAGES").is_none() {
        return;
    }
    let web = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../web");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("pages");
    for part in ["src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts", "tsconfig.json"]
    {
        println!("cargo:rerun-if-changed={}", web.join(part).display());
    }
    println!("cargo:rustc-env=QUEENHIGH_PAGES={}", out.display());
    let lock = fs::read(web.join("package-lock.json")).unwrap_or_default();
    let stamp = web.join("node_modules/.queenhigh-lock");
    // No need to ask the registry again while the lock file is unchanged.
    if fs::read(&stamp).ok().as_deref() != Some(lock.as_slice()) {
        npm(&web, &["install", "--no-audit", "--no-fund", "--loglevel=error"]);
        let lock = fs::read(web.join("package-lock.json")).unwrap_or_default();
        fs::write(&stamp, lock).expect("web/node_modules can be written");
    }
    let out = out.display().to_string();
    npm(&web, &["exec", "--", "vite", "build", "--logLevel", "error", "--outDir", &out, "--emptyOutDir"]);
}

fn npm(web: &Path, args: &[&str]) {
    let ran = Command::new("npm").args(args).current_dir(web).output();
    let told = match ran {
        Ok(done) if done.status.success() => return,
        Ok(done) => format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr)),
        Err(error) => format!("npm cannot be started: {error}. Install Node 20 or later"),
    };
    println!("cargo::error=the pages were not built (npm {}). {}", args.join(" "), told.replace('\n', " | "));
    println!("cargo::error=to build without the pages: cargo build --no-default-features");
    std::process::exit(1);
}
