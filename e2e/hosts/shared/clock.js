// The clock of an app, which a test can move on.
const now = Date.now
let aheadMs = 0

const moved = new Proxy(Date, {
  get: (target, name) => (name === 'now' ? () => now() + aheadMs : Reflect.get(target, name)),
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [now() + aheadMs] : values, made),
})
moved.prototype.constructor = moved
globalThis.Date = moved

/** Sets how far the clock is ahead. */
export function moveClock(ms) {
  aheadMs = ms
}
