export interface ValueAxis {
  readonly max: number;
  /** From 0 up, `max` among them. */
  readonly ticks: readonly number[];
}

const DECIMAL = [1, 2, 5, 10];
const BINARY = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Round values up to at least `most`; round in steps of 1024 for amounts of bytes. */
export function valueAxis(most: number, isBinary: boolean, wanted = 4): ValueAxis {
  const rough = Math.max(most, 1) / wanted;
  const base = isBinary ? 1024 : 10;
  const size = Math.max(1, base ** Math.floor(Math.log(rough) / Math.log(base)));
  const step =
    (isBinary ? BINARY : DECIMAL).map((count) => count * size).find((value) => value >= rough) ?? size * base;
  const count = Math.max(1, Math.ceil(most / step));
  return { max: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}
