// The load generator: raw sockets, keep-alive, one request under way per connection, requests rendered beforehand. It
// costs a fifth of a general-purpose client, which matters where it shares two cores with what it measures.
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /^content-length: *(\d+)/im;

process.on('message', (order) => {
  void run(order).then(
    (outcome) => process.send(outcome),
    (error) => process.send({ error: error.message }),
  );
});
process.once('disconnect', () => process.exit());

/** Loads a server for some seconds; answers are told from refusals by a text every good one holds. */
async function run({ port, requests, connections, seconds, expected }) {
  const rendered = requests.map((request) => Buffer.from(request));
  const tally = { times: [], refused: 0, sample: undefined, next: Math.floor(Math.random() * rendered.length) };
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const nextRequest = () => rendered[tally.next++ % rendered.length];
  await Promise.all(
    Array.from({ length: connections }, () => drive(port, nextRequest, until, expected, tally)),
  );
  const elapsed = (performance.now() - begun) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const times = Float64Array.from(tally.times).sort();
  return {
    count: times.length,
    seconds: elapsed,
    rate: times.length / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    refused: tally.refused,
    sample: tally.sample,
    processorSeconds: (cpu.user + cpu.system) / 1e6,
  };
}

/** One connection: the next request goes out when the answer to the last is complete. Times in milliseconds. */
function drive(port, nextRequest, until, expected, tally) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let pending = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(nextRequest());
    };
    socket.once('connect', send);
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = endOfAnswer(pending);
      if (end === undefined || pending.length < end) return;
      const now = performance.now();
      tally.times.push(now - sentAt);
      if (!pending.includes(expected)) {
        tally.refused += 1;
        tally.sample ??= pending.toString('utf8', 0, Math.min(end, 2000));
      }
      pending = pending.subarray(end);
      if (now < until) send();
      else socket.end();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

/** Where the answer at the front ends; undefined while its head is incomplete. */
function endOfAnswer(bytes) {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const length = LENGTH.exec(bytes.latin1Slice(0, headEnd));
  if (!length) throw new Error('an answer without Content-Length');
  return headEnd + HEAD_END.length + Number(length[1]);
}

function percentile(sorted, share) {
  return sorted.length === 0 ? NaN : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
