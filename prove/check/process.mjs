import { checkFiles } from './check.mjs';

/** The checker as a separate process. It checks a round while the next one runs, and its memory is freed when it exits. */
process.once('message', (files) => {
  const found = checkFiles(files);
  const { maxRSS } = process.resourceUsage();
  process.send({ ...found, megabytes: Math.ceil(maxRSS / 1024) }, () => process.disconnect());
});
/** An interrupt of the run does not end the checker, so that the last round is still reported. */
process.on('SIGINT', () => undefined);
