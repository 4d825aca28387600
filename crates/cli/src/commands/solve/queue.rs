//! Positions solved by workers on other machines, printed in order.

use std::collections::BTreeMap;

use anyhow::Context;
use outflank_engine::{Goal, Limits, StopToken};
use outflank_records::Record;
use outflank_server::work::{Answer, Ask, Batch, Source, Task};

use super::expect::Expected;
use super::{Report, Row, limits_for};
use crate::progress::Progress;

/// Solves all positions; returns how many were left when it was stopped.
pub(super) fn solve(
    url: &str,
    records: impl Iterator<Item = (usize, anyhow::Result<Record>)>,
    limits: Limits,
    stop: &StopToken,
    report: &mut Report,
) -> anyhow::Result<usize> {
    let batch = Batch::open(url).context("cannot use the queue")?;
    let mut good = Vec::new();
    for (number, record) in records {
        match record {
            Ok(record) => good.push((number, record)),
            Err(error) => report.damaged(error),
        }
    }
    let progress = Progress::count("solved".to_owned(), good.len(), "positions");
    let mut positions = Positions {
        records: good,
        asked: 0,
        limits,
        rows: BTreeMap::new(),
        told: 0,
        report,
        progress,
        workers: None,
        failed: None,
    };
    batch.run(&mut positions, stop)?;
    let Positions { records, told, failed, .. } = positions;
    match failed {
        Some(error) => Err(error),
        None => Ok(records.len() - told),
    }
}

/// The positions of a file on their way to workers and back.
struct Positions<'a> {
    records: Vec<(usize, Record)>,
    /// How many have been handed out, and how many told.
    asked: usize,
    told: usize,
    limits: Limits,
    /// Those that wait for the ones before them.
    rows: BTreeMap<usize, Row>,
    report: &'a mut Report,
    progress: Progress,
    workers: Option<usize>,
    failed: Option<anyhow::Error>,
}

impl Source for Positions<'_> {
    fn next(&mut self) -> Option<(usize, Task)> {
        let number = self.asked;
        let (_, record) = self.records.get(number)?;
        self.asked += 1;
        let position = *record.position();
        let wld = self.limits.goal == Goal::WinLossDraw;
        let expected = Expected::of(&position, wld, 1).filter(|_| !position.is_over());
        let ask = Ask::Search { limits: limits_for(self.limits, expected), fresh: true };
        Some((number, Task { position, ask }))
    }

    fn answer(&mut self, number: usize, answer: Answer) {
        let wld = self.limits.goal == Goal::WinLossDraw;
        if let (Some(analysis), Some((shown, record))) = (answer.into_analysis(), self.records.get(number)) {
            self.rows.insert(number, Row::new(*shown, record, &analysis, wld));
        }
        self.progress.advance(1);
        while let Some(row) = self.rows.remove(&self.told) {
            self.told += 1;
            let told = self.report.add(&row);
            if let Err(error) = told {
                self.failed.get_or_insert(error);
            }
        }
    }

    fn watch(&mut self, workers: usize) {
        if workers == 0 && self.workers != Some(0) && !self.records.is_empty() {
            let note = "outflank: no worker is there: `outflank work` with the same address starts one";
            self.progress.say(note);
        }
        self.workers = Some(workers);
    }
}
