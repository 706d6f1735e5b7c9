//! The games that the tests of the catalogue go through.

/// Every game of the catalogue with default parameters, and the further ones of `games.txt`.
pub(crate) fn games() -> Vec<String> {
    let mut games: Vec<String> = ludex_catalogue::entries().into_iter().map(|entry| entry.name).collect();
    let listed = include_str!("../../games.txt").lines().map(str::trim);
    games.extend(listed.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_string));
    games
}
