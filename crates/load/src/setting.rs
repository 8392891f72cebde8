//! Changes one setting in the text of a house and leaves everything else as it was written.

/// A house's text with a setting changed, or added where its section is, or with the section.
pub(crate) fn set(text: &str, section: &str, key: &str, value: &str) -> String {
    let (head, line) = (format!("[{section}]"), format!("{key} = {value}"));
    let mut lines: Vec<&str> = text.lines().collect();
    match lines.iter().position(|line| line.split('#').next().is_some_and(|head_of| head_of.trim() == head)) {
        None => lines.extend(["", head.as_str(), line.as_str()]),
        Some(at) => {
            let first = at + 1;
            let own = lines[first..].iter().take_while(|line| !line.starts_with('['));
            let old = own.into_iter().position(|line| line.split('=').next().is_some_and(|name| name.trim() == key));
            match old {
                Some(place) => lines[first + place] = line.as_str(),
                None => lines.insert(first, line.as_str()),
            }
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_goes_into_its_section_once() {
        let house = "a = 1\n\n[people] # who\nleaver = \"x\"\n\n[idle]\nbetting_seconds = 9\n";
        let set_once = set(house, "people", "betting_seconds", "20");
        let there = "a = 1\n\n[people] # who\nbetting_seconds = 20\nleaver = \"x\"\n\n[idle]\nbetting_seconds = 9\n";
        assert_eq!(set_once, there);
        assert_eq!(set(&set_once, "people", "betting_seconds", "7"), there.replace("= 20", "= 7"));
        assert_eq!(set("a = 1\n", "automation", "pace", "\"human\""), "a = 1\n\n[automation]\npace = \"human\"\n");
    }
}
