//! The commands that README.md shows print what it shows.

use std::path::Path;

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    // The page's paths are relative to the root.
    std::env::set_current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
    trycmd::TestCases::new().register_bin("queenhigh", Path::new(env!("CARGO_BIN_EXE_queenhigh"))).case("README.md");
}
