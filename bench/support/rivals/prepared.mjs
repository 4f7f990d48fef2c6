/** Runs a statement that is planned once per connection; named after its own text, which serves well enough. */
export async function query(client, text, values) {
  const result = await client.query({ name: nameOf(text), text, values });
  return result.rows;
}

const names = new Map();

function nameOf(text) {
  let name = names.get(text);
  if (!name) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** The windows as parameters of `unnest`. */
export function columns(windows) {
  return [windows.map(({ start }) => start), windows.map(({ end }) => end)];
}
