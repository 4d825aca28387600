//! Jobs by owner (start-time fair queueing). The owner who has used the least time is next. An owner who comes back
//! after a rest starts level with the others: nobody saves up time, and nobody gets rid of a debt by waiting.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use super::{Busy, Job, Owner};

/// Jobs in the order in which they are fair.
pub(super) struct FairQueue {
    accounts: HashMap<Owner, Account>,
    /// The time that the owner of the job taken last had had by then.
    level: Duration,
    /// How many jobs have ever been queued: the older of two that are equally fair is first.
    pushed: u64,
    most: usize,
    most_running: usize,
}

#[derive(Default)]
struct Account {
    jobs: VecDeque<(u64, Job)>,
    spent: Duration,
    running: usize,
}

/// Above this many accounts those without jobs are forgotten, with their debts.
const MANY: usize = 4096;

impl FairQueue {
    /// A queue for this many jobs, of which `most_running` of one owner may run at a time.
    pub(super) fn new(most: usize, most_running: usize) -> FairQueue {
        FairQueue { accounts: HashMap::new(), level: Duration::ZERO, pushed: 0, most, most_running }
    }

    /// Jobs that wait and have not been stopped.
    pub(super) fn len(&self) -> usize {
        let waits = |(_, job): &&(u64, Job)| !job.stop.is_stopped();
        self.accounts.values().map(|account| account.jobs.iter().filter(waits).count()).sum()
    }

    pub(super) fn push(&mut self, owner: Owner, job: Job) -> Result<(), Busy> {
        if self.accounts.values().map(|account| account.jobs.len()).sum::<usize>() >= self.most {
            // Whoever has gone away leaves room for others.
            for account in self.accounts.values_mut() {
                account.jobs.retain(|(_, job)| !job.stop.is_stopped());
            }
            if self.len() >= self.most {
                return Err(Busy);
            }
        }
        if self.accounts.len() > MANY {
            self.accounts.retain(|_, account| !account.jobs.is_empty() || account.running > 0);
        }
        let account = self.accounts.entry(owner).or_default();
        if account.jobs.is_empty() && account.running == 0 {
            account.spent = account.spent.max(self.level);
        }
        self.pushed += 1;
        account.jobs.push_back((self.pushed, job));
        Ok(())
    }

    /// The next job, whose owner has to be told when it has [finished](FairQueue::finish).
    pub(super) fn pop(&mut self) -> Option<(Owner, Job)> {
        for account in self.accounts.values_mut() {
            while account.jobs.front().is_some_and(|(_, job)| job.stop.is_stopped()) {
                account.jobs.pop_front();
            }
        }
        let ready = self.accounts.iter().filter(|(_, account)| account.running < self.most_running);
        let next = ready.filter_map(|(owner, account)| {
            account.jobs.front().map(|(number, _)| ((account.spent, *number), owner))
        });
        let owner = next.min_by_key(|(order, _)| *order).map(|(_, owner)| owner.clone())?;
        let account = self.accounts.get_mut(&owner)?;
        let (_, job) = account.jobs.pop_front()?;
        account.running += 1;
        self.level = self.level.max(account.spent);
        Some((owner, job))
    }

    /// A job has run for this long.
    pub(super) fn finish(&mut self, owner: &Owner, took: Duration) {
        if let Some(account) = self.accounts.get_mut(owner) {
            account.running -= 1;
            account.spent += took;
            if account.running == 0 && account.jobs.is_empty() && account.spent <= self.level {
                self.accounts.remove(owner);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        for account in self.accounts.values_mut() {
            account.jobs.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::StopToken;

    use super::*;
    use crate::visitor::Visitor;

    fn owner(n: u32) -> Owner {
        Owner::Visitor(Visitor::Host(n.into()))
    }

    fn job() -> Job {
        Job { stop: StopToken::new(), work: Box::new(|_, _, _| {}) }
    }

    /// Who is served, if each job of a visitor takes so many seconds.
    fn served(queue: &mut FairQueue, seconds: impl Fn(u32) -> u64) -> Vec<u32> {
        let mut order = Vec::new();
        while let Some((owner, _)) = queue.pop() {
            let Owner::Visitor(Visitor::Host(ip)) = owner else { panic!("{owner:?}") };
            queue.finish(&owner, Duration::from_secs(seconds(ip.to_bits())));
            order.push(ip.to_bits());
        }
        order
    }

    #[test]
    fn each_owner_gets_a_turn_however_much_another_asks_for() {
        let mut queue = FairQueue::new(100, 1);
        for n in [1, 1, 1, 2, 3, 2] {
            queue.push(owner(n), job()).unwrap();
        }
        assert_eq!(served(&mut queue, |_| 1), [1, 2, 3, 1, 2, 1]);
    }

    #[test]
    fn long_searches_cost_what_they_take() {
        let mut queue = FairQueue::new(100, 1);
        for n in [1, 1, 1, 2, 2, 2, 2, 2, 2] {
            queue.push(owner(n), job()).unwrap();
        }
        let order = served(&mut queue, |n| if n == 1 { 5 } else { 1 });
        assert_eq!(order, [1, 2, 2, 2, 2, 2, 1, 2, 1]);
        // Somebody new does not have to wait until all that has been caught up with.
        queue.push(owner(1), job()).unwrap();
        queue.push(owner(3), job()).unwrap();
        assert_eq!(served(&mut queue, |_| 1), [3, 1]);
    }

    #[test]
    fn whoever_goes_away_leaves_no_place_behind() {
        let mut queue = FairQueue::new(3, 1);
        let gone: Vec<StopToken> = (0..3)
            .map(|_| {
                let job = job();
                let stop = job.stop.clone();
                queue.push(owner(1), job).unwrap();
                stop
            })
            .collect();
        assert_eq!(queue.push(owner(2), job()), Err(Busy));
        for stop in &gone[..2] {
            stop.stop();
        }
        assert_eq!(queue.len(), 1);
        queue.push(owner(2), job()).unwrap();
        gone[2].stop();
        assert_eq!(queue.pop().map(|(owner, _)| owner), Some(owner(2)));
        assert!(queue.pop().is_none());
    }

    #[test]
    fn nobody_has_more_running_than_allowed() {
        let mut queue = FairQueue::new(100, 2);
        for _ in 0..5 {
            queue.push(owner(1), job()).unwrap();
        }
        assert!(queue.pop().is_some() && queue.pop().is_some() && queue.pop().is_none());
        queue.push(owner(2), job()).unwrap();
        assert_eq!(queue.pop().map(|(owner, _)| owner), Some(owner(2)));
        queue.finish(&owner(1), Duration::from_secs(1));
        assert!(queue.pop().is_some());
    }
}
