import { checkFiles } from './check.mjs';

/** The checker as a process of its own: it looks at one round while the next is run, and leaves nothing in memory. */
process.once('message', (files) => {
  const found = checkFiles(files);
  const { maxRSS } = process.resourceUsage();
  process.send({ ...found, megabytes: Math.ceil(maxRSS / 1024) }, () => process.disconnect());
});
/** Whoever interrupts the run still hears of its last round. */
process.on('SIGINT', () => undefined);
