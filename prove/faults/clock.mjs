/**
 * Loaded into a service process before anything else (`--import`). From SIGUSR2 on its clock is off by PROVE_CLOCK_SHIFT seconds: a
 * process whose clock is ahead does not start. Timers are not touched, as on a machine whose clock is set wrong.
 */
const wanted = Number(process.env.PROVE_CLOCK_SHIFT ?? 0) * 1000;

if (wanted !== 0) {
  let shift = 0;
  process.once('SIGUSR2', () => (shift = wanted));
  const RealDate = Date;
  const now = () => RealDate.now() + shift;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parameters, asked) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, asked),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
