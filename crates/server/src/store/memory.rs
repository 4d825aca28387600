use std::collections::HashMap;

use super::{Store, StoreError, StoredGame, Token, Write};

/// Keeps games until the process ends: for tests and for trying things out.
#[derive(Debug, Default)]
pub struct MemoryStore {
    games: HashMap<String, Kept>,
    alive_ms: Option<u64>,
}

#[derive(Debug)]
struct Kept {
    game: StoredGame,
    attention: bool,
}

impl MemoryStore {
    fn write(&mut self, write: &Write) -> Result<(), StoreError> {
        let seq = write.entry.seq;
        let conflict = || StoreError::Conflict { game: write.game.clone(), seq };
        let last = self.games.get(&write.game).map_or(0, |kept| kept.game.entries.len() as u64);
        if seq != last + 1 {
            return Err(conflict());
        }
        let new = || Kept { game: StoredGame { entries: Vec::new(), tokens: Vec::new() }, attention: false };
        let kept = self.games.entry(write.game.clone()).or_insert_with(new);
        let command = &write.entry.command;
        if command.is_some() && kept.game.entries.iter().any(|entry| entry.command == *command) {
            return Err(conflict());
        }
        kept.attention = write.attention;
        kept.game.entries.push(write.entry.clone());
        for token in &write.tokens {
            set(&mut kept.game.tokens, *token);
        }
        Ok(())
    }
}

/// Adds a token, or changes the one with the same hash.
fn set(tokens: &mut Vec<Token>, token: Token) {
    match tokens.iter_mut().find(|known| known.hash == token.hash) {
        Some(known) => *known = token,
        None => tokens.push(token),
    }
}

impl Store for MemoryStore {
    fn commit(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>> {
        writes.iter().map(|write| self.write(write)).collect()
    }

    fn load(&mut self, game: &str) -> Result<Option<StoredGame>, StoreError> {
        Ok(self.games.get(game).map(|kept| kept.game.clone()))
    }

    fn attention(&mut self) -> Result<Vec<String>, StoreError> {
        let wanting = self.games.iter().filter(|(_, kept)| kept.attention);
        Ok(wanting.map(|(id, _)| id.clone()).collect())
    }

    fn note_alive(&mut self, now_ms: u64) -> Result<(), StoreError> {
        self.alive_ms = Some(now_ms);
        Ok(())
    }

    fn last_alive(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.alive_ms)
    }

    fn sweep(&mut self, before_ms: u64, unplayed_before_ms: u64) -> Result<usize, StoreError> {
        let count = self.games.len();
        self.games.retain(|_, kept| {
            let entries = &kept.game.entries;
            let touched = entries.last().map_or(0, |entry| entry.at_ms);
            touched >= before_ms && (entries.len() > 1 || touched >= unplayed_before_ms)
        });
        Ok(count - self.games.len())
    }
}
