import { z } from 'zod'

const timeSchema = z.iso.datetime({ offset: true })

/**
 * Writes an RFC 3339 time in UTC with six decimals, so that texts sort like times and equal times are equal texts.
 *
 * @returns `undefined` for anything else, and for more than six decimals: the database would round them
 */
export function toUtcMicroseconds(time: unknown): string | undefined {
  if (typeof time !== 'string' || !timeSchema.safeParse(time).success) return undefined
  const [, toSecond = '', decimals = '', zone = ''] =
    /^([^.]*?)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)$/.exec(time) ?? []
  const ms = Date.parse(`${toSecond}${zone}`)
  if (Number.isNaN(ms)) return undefined
  return `${new Date(ms).toISOString().slice(0, 19)}.${decimals.padEnd(6, '0')}Z`
}
