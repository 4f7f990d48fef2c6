/** `team:red` or `team=red` as typed into one tag: neither sign can be in a key. A key alone has an empty value. */
function pairOf(tag: string): [string, string] {
  const at = tag.search(/[:=]/);
  return at < 0 ? [tag.trim(), ''] : [tag.slice(0, at).trim(), tag.slice(at + 1).trim()];
}

export function labelsOf(tags: readonly string[]): Readonly<Record<string, string>> | undefined {
  return tags.length === 0 ? undefined : Object.fromEntries(tags.map(pairOf));
}
