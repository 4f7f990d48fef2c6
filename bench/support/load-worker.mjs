// The load generator: raw sockets, keep-alive, one request under way per connection, requests rendered beforehand. It
// costs a fifth of a general-purpose client, which matters where it shares two cores with what it measures.
import { connect } from 'node:net';
import { Tally } from './tally.mjs';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /^content-length: *(\d+)/im;
const CHUNKED = /^transfer-encoding: *chunked/im;
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

process.on('message', (order) => {
  void run(order).then(
    (outcome) => process.send(outcome),
    (error) => process.send({ error: error.stack }),
  );
});
process.once('disconnect', () => process.exit());

async function run(order) {
  const targets = order.targets.map(({ port, requests }, number) => ({
    number,
    port,
    requests: requests.map((request) => Buffer.from(request)),
    next: order.offset ?? Math.floor(Math.random() * requests.length),
  }));
  const tally = new Tally(order.labels);
  await (order.rate ? openLoop(targets, order, tally) : closedLoop(targets, order, tally));
  return tally.outcome(order.history);
}

/** What goes out next to a target, and its number there. */
function nextRequest(target) {
  const index = target.next++ % target.requests.length;
  return { target, index, bytes: target.requests[index] };
}

/** Every connection sends its next request when the answer to the last is complete. */
async function closedLoop(targets, { connections, seconds = Infinity, count = Infinity }, tally) {
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  const drive = async (target) => {
    let connection = await Connection.to(target.port);
    while (sent < count && performance.now() < until) {
      sent += 1;
      const request = nextRequest(target);
      const sentAt = performance.now();
      tally.add(request, sentAt, await connection.ask(request.bytes).catch(() => undefined));
      if (!connection.isUsable) connection = await Connection.to(target.port);
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => drive(targets[i % targets.length])));
}

/**
 * Requests become due at random at a rate, whatever the answers do (no coordinated omission): time counts from when a
 * request was due, though it may wait here for a connection. They become due on whole milliseconds, which timers keep.
 */
async function openLoop(targets, { connections, seconds, rate, greeting }, tally) {
  const idle = await Promise.all(
    Array.from({ length: connections }, (_, i) => Connection.to(targets[i % targets.length].port)),
  );
  // One that is made is not yet taken in: Node takes one in per turn of its loop, which is long under load.
  for (const connection of greeting ? idle : []) await connection.ask(Buffer.from(greeting));
  const waiting = [];
  let underWay = 0;
  let lastIsDone = () => undefined;
  const send = async (request, dueAt) => {
    let connection = idle.pop();
    if (!connection) return void waiting.push([request, dueAt]);
    underWay += 1;
    // The service closes a connection that was idle for long.
    if (!connection.isUsable) connection = await Connection.to(request.target.port);
    tally.add(request, dueAt, await connection.ask(request.bytes).catch(() => undefined));
    idle.push(connection.isUsable ? connection : await Connection.to(request.target.port));
    underWay -= 1;
    if (waiting.length > 0) void send(...waiting.shift());
    else if (underWay === 0) lastIsDone();
  };
  let number = 0;
  await arrivals(rate, seconds, (dueAt) => {
    void send(nextRequest(targets[number++ % targets.length]), dueAt);
  });
  // What nobody has begun with by now was never offered; what is under way is waited for.
  tally.unsent = waiting.splice(0).length;
  tally.stopClock();
  if (underWay > 0) await new Promise((resolve) => (lastIsDone = resolve));
  for (const connection of idle) connection.end();
}

/** Calls back for each arrival of a Poisson process, at the time it is due or as soon after as the process gets to it. */
async function arrivals(rate, seconds, arrive) {
  const begun = performance.now();
  let due = 0;
  while (due < seconds * 1000) {
    // Until the next one: a timer per millisecond would take a share of the processors that are measured.
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, begun + due - performance.now())));
    const now = performance.now() - begun;
    for (; due <= now && due < seconds * 1000; due += -Math.log(1 - Math.random()) * (1000 / rate)) {
      arrive(begun + Math.ceil(due));
    }
  }
}

/** One connection, one request at a time. */
class Connection {
  isUsable = true;
  answer = new Answer();

  static to(port) {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('connect', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  constructor(socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      if (!this.answer.isCompletedBy(chunk)) return;
      const bytes = this.answer.bytes();
      this.answer = new Answer();
      this.settled?.resolve(bytes);
    });
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the connection was closed')));
  }

  ask(bytes) {
    return new Promise((resolve, reject) => {
      this.settled = { resolve, reject };
      this.socket.write(bytes);
    });
  }

  fail(error) {
    this.isUsable = false;
    this.settled?.reject(error);
  }

  end() {
    this.settled = undefined;
    this.socket.end();
  }
}

/** One answer as its bytes come in. A large one takes many pieces, which are put together once. */
class Answer {
  pieces = [];
  size = 0;
  /** Of the whole answer; Infinity if it comes in chunks, and ends with an empty one. */
  length = undefined;

  isCompletedBy(piece) {
    this.pieces.push(piece);
    this.size += piece.length;
    this.length ??= lengthOfAnswer(this.bytes());
    if (this.length === Infinity) return this.endsWithLastChunk();
    return this.length !== undefined && this.size >= this.length;
  }

  /** Looks at the last bytes alone: an answer in chunks may be long. */
  endsWithLastChunk() {
    const last = this.pieces.at(-1);
    const end = last.length < LAST_CHUNK.length ? this.bytes() : last;
    return end.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  }

  bytes() {
    if (this.pieces.length > 1) this.pieces = [Buffer.concat(this.pieces, this.size)];
    return this.pieces[0];
  }
}

/** How long the answer is, head and all; undefined while its head is incomplete. */
function lengthOfAnswer(bytes) {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.latin1Slice(0, headEnd);
  if (CHUNKED.test(head)) return Infinity;
  const length = LENGTH.exec(head);
  if (!length) throw new Error('an answer without Content-Length');
  return headEnd + HEAD_END.length + Number(length[1]);
}
