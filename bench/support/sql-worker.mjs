// Books by SQL, as the other ways of doing it that the service is compared with: closed loop, a connection per client,
// no HTTP in between, which is to their advantage.
import pg from 'pg';
import { rivals } from './rivals/index.mjs';
import { Tally } from './tally.mjs';

const LABELS = ['ok', 'conflict', 'gaveUp'];

process.on('message', (order) => {
  void run(order).then(
    (outcome) => process.send(outcome),
    (error) => process.send({ error: error.stack }),
  );
});
process.once('disconnect', () => process.exit());

async function run({ rival, url, connections, seconds = Infinity, count = Infinity, windows, history }) {
  const { book } = rivals[rival];
  const clients = await Promise.all(Array.from({ length: connections }, () => connected(url)));
  const tally = new Tally(Object.fromEntries(LABELS.map((label) => [label, label])));
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  const drive = async (client) => {
    while (sent < count && performance.now() < until) {
      const index = sent++ % windows.length;
      const sentAt = performance.now();
      const label = await book(client, windows[index]);
      tally.addLabelled(0, index, sentAt, LABELS.indexOf(label));
    }
  };
  await Promise.all(clients.map(drive));
  const outcome = tally.outcome(history);
  await Promise.all(clients.map((client) => client.end()));
  return outcome;
}

async function connected(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
