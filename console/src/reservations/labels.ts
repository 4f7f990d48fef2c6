/** `team=red` as typed into one tag; undefined while it is no pair. */
function pairOf(tag: string): [string, string] | undefined {
  const at = tag.indexOf('=');
  return at > 0 ? [tag.slice(0, at).trim(), tag.slice(at + 1).trim()] : undefined;
}

export function labelsOf(tags: readonly string[]): Readonly<Record<string, string>> | undefined {
  return tags.length === 0
    ? undefined
    : Object.fromEntries(tags.flatMap((tag) => [pairOf(tag) ?? [tag, '']]));
}
