use std::collections::{HashMap, HashSet};

use super::{
    BoardKey, KeptReview, LiveBoards, Outage, People, Store, StoreError, StoredGame, Sweep, Token, TokenKind,
    Write,
};

mod people;

use crate::secret::Hash;

/// Keeps games until the process ends: for tests and for trying things out.
#[derive(Debug, Default)]
pub struct MemoryStore {
    games: HashMap<String, Kept>,
    alive_ms: Option<u64>,
    outages: Vec<Outage>,
    people: people::Kept,
    /// What people have practised.
    practice: HashMap<Hash, Vec<String>>,
}

#[derive(Clone, Debug)]
struct Kept {
    game: StoredGame,
    wake_ms: Option<u64>,
    old_since_ms: Option<u64>,
    boards: HashSet<BoardKey>,
    review: Option<KeptReview>,
}

impl MemoryStore {
    fn write(&mut self, write: &Write) -> Result<(), StoreError> {
        let seq = write.entry.seq;
        let conflict = || StoreError::Conflict { game: write.game.clone(), seq };
        let last = self.games.get(&write.game).map_or(0, |kept| kept.game.entries.len() as u64);
        if seq != last + 1 {
            return Err(conflict());
        }
        let new = || Kept {
            game: StoredGame { entries: Vec::new(), tokens: Vec::new() },
            wake_ms: None,
            old_since_ms: None,
            boards: HashSet::new(),
            review: None,
        };
        let kept = self.games.entry(write.game.clone()).or_insert_with(new);
        let command = &write.entry.command;
        if command.is_some() && kept.game.entries.iter().any(|entry| entry.command == *command) {
            return Err(conflict());
        }
        kept.wake_ms = write.wake_ms;
        match write.live_boards {
            LiveBoards::Keep => {}
            LiveBoards::Add(board) => drop(kept.boards.insert(board)),
            LiveBoards::Clear => kept.boards.clear(),
        }
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

    fn due(&mut self, by_ms: u64) -> Result<Vec<String>, StoreError> {
        let due = self.games.iter().filter(|(_, kept)| kept.wake_ms.is_some_and(|wake| wake <= by_ms));
        Ok(due.map(|(id, _)| id.clone()).collect())
    }

    fn note_alive(&mut self, now_ms: u64) -> Result<(), StoreError> {
        self.alive_ms = Some(now_ms);
        Ok(())
    }

    fn last_alive(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.alive_ms)
    }

    fn note_outage(&mut self, outage: Outage) -> Result<(), StoreError> {
        self.outages.push(outage);
        Ok(())
    }

    fn outages(&mut self, since_ms: u64) -> Result<Vec<Outage>, StoreError> {
        self.outages.retain(|outage| outage.to_ms >= since_ms);
        Ok(self.outages.clone())
    }

    fn sweep(&mut self, sweep: Sweep) -> Result<usize, StoreError> {
        let count = self.games.len();
        self.games.retain(|_, kept| {
            let entries = &kept.game.entries;
            let keyed = kept.game.tokens.iter().any(|token| token.kind == TokenKind::Key);
            if !sweep.is_old(entries.len(), entries.last().map_or(0, |entry| entry.at_ms), keyed) {
                kept.old_since_ms = None;
                return true;
            }
            let since = *kept.old_since_ms.get_or_insert(sweep.now_ms);
            if since > sweep.now_ms {
                kept.old_since_ms = Some(sweep.now_ms);
            }
            since + Sweep::GRACE_MS > sweep.now_ms
        });
        Ok(count - self.games.len())
    }

    fn forget_sightings(&mut self) -> Result<(), StoreError> {
        for kept in self.games.values_mut() {
            kept.old_since_ms = None;
        }
        Ok(())
    }

    fn is_live(&mut self, boards: &[BoardKey]) -> Result<bool, StoreError> {
        Ok(self.games.values().any(|kept| boards.iter().any(|board| kept.boards.contains(board))))
    }

    fn save_review(&mut self, game: &str, review: &KeptReview) -> Result<(), StoreError> {
        if let Some(kept) = self.games.get_mut(game) {
            kept.review = Some(review.clone());
        }
        Ok(())
    }

    fn load_review(&mut self, game: &str) -> Result<Option<KeptReview>, StoreError> {
        Ok(self.games.get(game).and_then(|kept| kept.review.clone()))
    }

    fn free_bytes(&mut self) -> Option<u64> {
        None
    }

    fn people(&mut self) -> Option<&mut dyn People> {
        Some(self)
    }
}
