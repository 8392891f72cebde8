//! Listens for other nodes' appends. A message is only a wake-up: readers catch up by position, so a lost message costs
//! time but never a record.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, NoTls};

use super::{Database, rows};

/// How often to query the position even if no message arrives, and how long an answer may take.
const LOOK_EVERY: Duration = Duration::from_secs(1);
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// Listens for ever; connects again when the connection breaks.
pub(super) async fn run(database: Database, wake: Arc<watch::Sender<u64>>) {
    loop {
        listen(&database, &wake).await;
        sleep(Duration::from_millis(200)).await;
    }
}

fn raise(wake: &watch::Sender<u64>, heard: u64) {
    wake.send_if_modified(|position| {
        let grown = heard > *position;
        *position = heard.max(*position);
        grown
    });
}

async fn listen(database: &Database, wake: &Arc<watch::Sender<u64>>) {
    let Ok((client, mut connection)) = database.0.connect(NoTls).await else { return };
    let heard = wake.clone();
    let carrier = tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(note) = message
                && let Ok(position) = note.payload().parse()
            {
                raise(&heard, position);
            }
        }
    });
    let ask = async {
        client.batch_execute("LISTEN journal").await.ok()?;
        loop {
            let asked = client.query_one("SELECT number, position, hash FROM state", &[]);
            let row = timeout(ANSWER_MAX, asked).await.ok()?.ok()?;
            raise(wake, rows::tip(&row).ok()?.position);
            sleep(LOOK_EVERY).await;
        }
    };
    let _: Option<()> = ask.await;
    carrier.abort();
}
