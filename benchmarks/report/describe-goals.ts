import type { Goal, Suite } from '../suites/suite.ts'
import { type Counted, ratioOf, type Spread, spreadOf } from './statistics.ts'

/** A goal and what came of it. */
export interface GoalOutcome {
  readonly text: string
  readonly bound: string
  /** Absent when a case of it has no slice that counts. */
  readonly found: Spread | undefined
  readonly isMet: boolean
  /** Why it is missed, where it is and that is known. */
  readonly reason: string | undefined
}

/** Holds a suite's goals against its figures. */
export function describeGoals(suite: Suite, counted: Counted, connections: number): readonly GoalOutcome[] {
  return suite.goals.map((goal) => {
    const place = { case: goal.of, connections, figure: goal.figure }
    const found =
      goal.against === undefined ? spreadOf(counted, place) : ratioOf(counted, place, goal.against)
    return toOutcome(suite, goal, found)
  })
}

function toOutcome(suite: Suite, goal: Goal, found: Spread | undefined): GoalOutcome {
  const label = suite.figures.find(({ id }) => id === goal.figure)?.label ?? goal.figure
  const { of, against, atLeast, atMost, reason } = goal
  const isMet = found !== undefined && found.median >= (atLeast ?? 0) && found.median <= (atMost ?? Infinity)
  return {
    text: against === undefined ? `${label}: ${of}` : `${label}: ${of} ÷ ${against}`,
    bound: atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`,
    found,
    isMet,
    reason: isMet ? undefined : reason,
  }
}
