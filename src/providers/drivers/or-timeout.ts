/**
 * Aborts with the signal, if there is one, and after a time. In Node 20 `AbortSignal.any` refers weakly to its sources, and
 * a timeout that is garbage collected never fires: a listener keeps it until then.
 */
export function orTimeout(signal: AbortSignal | undefined, milliseconds: number): AbortSignal {
  const timeout = AbortSignal.timeout(milliseconds);
  timeout.addEventListener('abort', () => undefined);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
