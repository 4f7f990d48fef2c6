/** The part of PostgreSQL's protocol that is needed to refuse a statement in place of the server. */

const MESSAGES = {
  40001: 'could not serialize access due to concurrent update',
  '40P01': 'deadlock detected',
};

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/** Names of the statements that append to a ledger: on a server, and on a cluster. */
const APPENDS = ['append-draft', 'append-in-zone'];

/** Whether a chunk is a complete append to a ledger: it has the name of the statement and the closing Sync. */
export function isAppend(chunk) {
  return APPENDS.some((name) => chunk.includes(name)) && chunk.subarray(-SYNC.length).equals(SYNC);
}

/** An ErrorResponse with the SQLSTATE, and a ReadyForQuery. */
export function refusal(state) {
  const fields = `SERROR\0VERROR\0C${state}\0M${MESSAGES[state]}\0\0`;
  return Buffer.concat([message('E', Buffer.from(fields)), message('Z', Buffer.from('I'))]);
}

function message(type, body) {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
