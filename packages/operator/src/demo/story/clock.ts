import { createHash } from 'node:crypto'
import { dayMs } from '@affiliate-platform/contract'
import { createRandom, type Random } from '../random.ts'

/** When the story happens. Its days are counted from its end: 0 is the midnight that began today, -1 the one before. */
export interface StoryClock {
  /** The instant of a day, and of an hour of it. */
  at(day: number, hour?: number): number
  /** The same as it is written. */
  timeAt(day: number, hour?: number): string
  /** The source of numbers and ids for a part of the story; the ids are the same whenever it is told. */
  random(part: string): Random
}

/** How many days the story goes back. */
export const storyDays = 360

// Ids follow from where the story once ended, and times from where it ends now.
const firstToldMs = Date.UTC(2026, 0, 1)
const hourMs = 3_600_000

/** Lets the story end today: everything in it moves by the same number of whole days. */
export function createStoryClock(nowMs: number): StoryClock {
  const endMs = Math.floor(nowMs / dayMs) * dayMs
  const at = (day: number, hour = 0) => Math.round(endMs + day * dayMs + hour * hourMs)
  return {
    at,
    timeAt: (day, hour) => new Date(at(day, hour)).toISOString(),
    random: (part) => {
      const { below, idAt } = createRandom(createHash('sha256').update(part).digest().readInt32BE())
      return { below, idAt: (instantMs) => idAt(instantMs - endMs + firstToldMs) }
    },
  }
}
