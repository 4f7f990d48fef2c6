/**
 * The figures of the zones of earlier rounds in a window, each from an instant on. They may end later than their round: its clocks
 * may have been ahead.
 *
 * @param all class → `[instant, total, reserved, allocated]`, each in force until the next
 */
export function figuresElsewhere(all, name, [start, end]) {
  const changes = all[name] ?? [];
  const [, ...first] = changes.findLast(([at]) => at <= start) ?? [start, 0, 0, 0];
  const within = changes.filter(([at]) => at > start && at < end);
  return [[start, ...first], ...within].map(([at, total, reserved, allocated]) => ({
    at,
    figures: { total, available: total - reserved - allocated, reserved, allocated },
  }));
}
