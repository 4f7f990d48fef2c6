/**
 * Loaded into a service process before anything else (`--import`). Its clock is off by PROVE_CLOCK_SHIFT seconds. Timers are not
 * touched, as on a machine whose clock is set wrong.
 */
const shift = Number(process.env.PROVE_CLOCK_SHIFT ?? 0) * 1000;

if (shift !== 0) {
  const RealDate = Date;
  const now = () => RealDate.now() + shift;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parameters, asked) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, asked),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
