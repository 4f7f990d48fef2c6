/** Adds an entry to a map that keeps at most `max` of them: the one that was added first gives way. */
export function rememberNewest<K, V>(entries: Map<K, V>, key: K, value: V, max: number): void {
  // Inserted anew, so that the oldest entries are the first.
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= max) return;
  const [oldest] = entries.keys();
  entries.delete(oldest);
}
