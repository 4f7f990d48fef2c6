/** The little of PostgreSQL's protocol that is needed to refuse a statement in the server's name. */

const MESSAGES = {
  40001: 'could not serialize access due to concurrent update',
  '40P01': 'deadlock detected',
};

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/** Whether a chunk is all of an append to a ledger: it carries the statement's name, and the closing Sync. */
export function isAppend(chunk) {
  return chunk.includes('append-draft') && chunk.subarray(-SYNC.length).equals(SYNC);
}

/** An error of the given SQLSTATE, and that the server is ready for the next statement. */
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
