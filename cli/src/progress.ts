import type { Output } from './surroundings.js';

const DELAY_MS = 1_000;
const INTERVAL_MS = 120;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const CLEAR_LINE = '\r\u001b[K';

/** Shows on a terminal that work goes on, once it takes longer than a second. */
export async function withProgress<T>(stderr: Output, text: string, work: () => Promise<T>): Promise<T> {
  if (!stderr.isTTY) return work();
  const start = Date.now();
  let frame = 0;
  const timer = setInterval(() => {
    const elapsed = Date.now() - start;
    if (elapsed < DELAY_MS) return;
    frame += 1;
    stderr.write(`${CLEAR_LINE}${FRAMES[frame % FRAMES.length]} ${text} (${Math.floor(elapsed / 1000)} s)`);
  }, INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (frame > 0) stderr.write(CLEAR_LINE);
  }
}
