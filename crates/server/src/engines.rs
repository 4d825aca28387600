//! Who searches for this server: its own threads, or workers elsewhere if there are any.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use outflank_engine::{StopToken, book};
use tokio::sync::oneshot;

use crate::app::App;
use crate::engine_pool::{Busy, EnginePool, Job, Owner, Priority};
use crate::work::{Answer, Observer, Request, Task};

/// A search that somebody wants.
pub(crate) struct Search {
    pub(crate) task: Task,
    pub(crate) priority: Priority,
    /// Whom the time is charged to.
    pub(crate) owner: Owner,
    /// Ends it early, or takes it out of the queue.
    pub(crate) stop: StopToken,
    /// Is told what is known so far.
    pub(crate) observer: Option<Observer>,
}

/// There is no answer: there was too much to do, or the search was stopped.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unanswered;

/// A search under way.
pub(crate) enum Searching {
    /// There is too much to do.
    Refused,
    /// It will be answered, unless it is stopped.
    Begun(Pin<Box<dyn Future<Output = Result<Answer, Unanswered>> + Send>>),
}

impl Searching {
    /// Whether there is too much to do.
    pub(crate) fn is_refused(&self) -> bool {
        matches!(self, Searching::Refused)
    }
}

impl Future for Searching {
    type Output = Result<Answer, Unanswered>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Searching::Refused => Poll::Ready(Err(Unanswered)),
            Searching::Begun(answer) => answer.as_mut().poll(context),
        }
    }
}

impl App {
    /// Begins a search.
    pub(crate) fn search(&self, search: Search) -> Searching {
        let Some(cluster) = self.cluster.as_ref().filter(|cluster| cluster.has_workers()) else {
            return match submit(&self.engines, self.config.book, search) {
                Ok(answer) => {
                    Searching::Begun(Box::pin(async { answer.await.ok().flatten().ok_or(Unanswered) }))
                }
                Err(Busy) => Searching::Refused,
            };
        };
        let (cluster, engines, book) = (Arc::clone(cluster), self.engines.clone(), self.config.book);
        Searching::Begun(Box::pin(async move {
            let Search { task, priority, owner, stop, observer } = search;
            let request = Request {
                task,
                owner: owner.to_string(),
                urgent: priority == Priority::Move,
                stop: stop.clone(),
                observer: observer.clone(),
            };
            if let Some(answer) = cluster.ask(request).await {
                return Ok(answer);
            }
            if stop.is_stopped() {
                return Err(Unanswered);
            }
            // Nobody took it in time, or whoever did is gone.
            let local = submit(&engines, book, Search { task, priority, owner, stop, observer });
            local.map_err(|Busy| Unanswered)?.await.ok().flatten().ok_or(Unanswered)
        }))
    }
}

/// Queues a search for this server's own threads. What was stopped has no answer.
fn submit(
    engines: &EnginePool,
    book: book::Source,
    search: Search,
) -> Result<oneshot::Receiver<Option<Answer>>, Busy> {
    let Search { task, priority, owner, stop, observer } = search;
    let (reply, answer) = oneshot::channel();
    let work = move |engine: &mut outflank_engine::Engine, random: &mut _, stop: &StopToken| {
        if reply.is_closed() {
            return;
        }
        let found = task.run(book, engine, random, stop, &mut |analysis| {
            if let Some(observer) = &observer {
                observer(analysis);
            }
        });
        let _ = reply.send((!stop.is_stopped()).then_some(found));
    };
    engines.submit(priority, owner, Job { stop, work: Box::new(work) })?;
    Ok(answer)
}
