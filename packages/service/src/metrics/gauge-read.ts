import { Gauge, type Registry } from 'prom-client'

interface GaugeOf<Found> {
  readonly name: string
  readonly help: string
  readonly value: (found: Found) => number
}

/** Tells several figures of one look at the database; NaN while it does not say. */
export function gaugeRead<Found>(
  registry: Registry,
  read: () => Promise<Found>,
  gauges: readonly GaugeOf<Found>[],
): void {
  let reading: Promise<Found | undefined> | undefined
  // All figures are collected at once, and the database is asked once.
  const readOnce = () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  for (const { name, help, value } of gauges) {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const found = await readOnce()
        this.set(found === undefined ? Number.NaN : value(found))
      },
    })
  }
}

/** How long ago something was, in seconds; 0 where it never was. */
export const secondsSince = (at: Date | null): number =>
  at === null ? 0 : Math.max(0, Date.now() - at.getTime()) / 1000
