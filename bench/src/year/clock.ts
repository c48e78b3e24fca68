/**
 * Sets the clock of a process that loads this module by `--import`: it is ahead by the milliseconds in `YEAR_AHEAD_MS`,
 * which may change while it runs. Timers are left alone.
 */
const RealDate = Date;
const nowMs = () => RealDate.now() + Number(process.env.YEAR_AHEAD_MS ?? 0);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget),
  apply: () => new RealDate(nowMs()).toString(),
  get: (target, key, receiver) => (key === 'now' ? nowMs : Reflect.get(target, key, receiver)),
});
