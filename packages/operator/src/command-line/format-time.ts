const units = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** A time for a person: exact, and how long ago or ahead it is. */
export function formatTime(time: Date, now: Date): string {
  const distanceMs = time.getTime() - now.getTime()
  const unit = units.find(([, ms]) => Math.abs(distanceMs) >= ms)
  const distance =
    unit === undefined ? 'just now' : relative.format(Math.trunc(distanceMs / unit[1]), unit[0])
  return `${time.toISOString()} (${distance})`
}
