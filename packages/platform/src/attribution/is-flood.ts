/** How often the links of a member were followed before a touch. */
export interface ClickCounts {
  /** In the 24 hours before it. */
  readonly day: number
  /** In the 28 days before those. */
  readonly before: number
}

const daysBefore = 28
const floorClicks = 500
const normMultiple = 10

/**
 * Says whether a touch comes out of a flood of clicks: at least 500 in a day, and at least ten times the daily norm of the 28
 * days before. Whoever sends everybody through a link, or clicks by machine, reaches shops first that would have come anyway.
 */
export const isFlood = (clicks: ClickCounts | null): boolean =>
  clicks !== null && clicks.day >= floorClicks && clicks.day * daysBefore >= clicks.before * normMultiple
