/** Resource class → integer. An absent class is zero. */

export function plus(a, b, sign = 1) {
  const sum = { ...a };
  for (const name in b) sum[name] = (sum[name] ?? 0) + sign * b[name];
  return sum;
}

export function minus(a, b) {
  return plus(a, b, -1);
}

export function sum(all) {
  return all.reduce((total, one) => plus(total, one), {});
}

export function isNothing(amounts) {
  return Object.values(amounts).every((value) => value === 0);
}

export function same(a, b) {
  return isNothing(minus(a, b));
}

export function scaled(amounts, factor) {
  return Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, value * factor]));
}

export function isGain(amounts) {
  return Object.values(amounts).some((value) => value > 0);
}
