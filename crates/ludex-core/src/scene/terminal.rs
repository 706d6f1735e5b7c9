//! Scenes as text for the terminal.

use super::Scene;

/// The scene as lines of text.
pub fn to_text(scene: &Scene) -> String {
    let _ = scene;
    String::new()
}
