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

/** Loads a server for some seconds or requests; answers are told from refusals by a text every good one holds. */
async function run({ port, requests, connections, seconds = Infinity, count = Infinity, expected }) {
  const rendered = requests.map((request) => Buffer.from(request));
  const tally = { times: [], refused: 0, sample: undefined, bytes: 0 };
  let sent = 0;
  const offset = Math.floor(Math.random() * rendered.length);
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const nextRequest = () => {
    if (sent >= count || performance.now() >= until) return undefined;
    return rendered[(offset + sent++) % rendered.length];
  };
  await Promise.all(Array.from({ length: connections }, () => drive(port, nextRequest, expected, tally)));
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
    bytes: tally.times.length === 0 ? NaN : tally.bytes / tally.times.length,
    processorSeconds: (cpu.user + cpu.system) / 1e6,
  };
}

/** One connection: the next request goes out when the answer to the last is complete. Times in milliseconds. */
function drive(port, nextRequest, expected, tally) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let answer = new Answer();
    let sentAt = 0;
    const send = () => {
      const request = nextRequest();
      if (!request) return socket.end();
      sentAt = performance.now();
      return socket.write(request);
    };
    socket.once('connect', send);
    socket.on('data', (chunk) => {
      if (!answer.isCompletedBy(chunk)) return;
      tally.times.push(performance.now() - sentAt);
      const text = answer.bytes();
      tally.bytes += text.length;
      if (!text.includes(expected)) {
        tally.refused += 1;
        tally.sample ??= text.toString('utf8', 0, 2000);
      }
      answer = new Answer();
      send();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

/** One answer as its bytes come in. A large one takes many pieces, which are put together once. */
class Answer {
  pieces = [];
  size = 0;
  end = undefined;

  isCompletedBy(piece) {
    this.pieces.push(piece);
    this.size += piece.length;
    this.end ??= endOfAnswer(this.bytes());
    return this.end !== undefined && this.size >= this.end;
  }

  bytes() {
    if (this.pieces.length > 1) this.pieces = [Buffer.concat(this.pieces, this.size)];
    return this.pieces[0];
  }
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
