import { readResult } from '../runner/result.ts'
import type { Suite } from '../suites/suite.ts'
import { describeGoals, type GoalOutcome } from './describe-goals.ts'
import { countSlices, type Spread } from './statistics.ts'
import type { Table } from './suite-report.ts'

/** Every goal of the suites that were measured, a row each: the short table, for the README. */
export function reportGoals(suites: readonly Suite[]): Table {
  return [['suite', 'goal', 'bound', 'measured, and at how many connections'], ...suites.flatMap(goalRows)]
}

function goalRows(suite: Suite): Table {
  const result = readResult(suite.name)
  if (result === undefined) return []
  const counted = countSlices(result)
  const levels = [...new Set(result.slices.map(({ connections }) => connections))].sort((a, b) => a - b)
  const outcomes = levels.map((level) => ({ level, goals: describeGoals(suite, counted, level) }))
  return suite.goals.map((_, index) => {
    const measured = outcomes.map(({ level, goals }) => describeOutcome(goals[index], level))
    const { text = '', bound = '' } = outcomes[0]?.goals[index] ?? {}
    return [suite.name, text, bound, measured.join('; ')]
  })
}

function describeOutcome(outcome: GoalOutcome | undefined, connections: number): string {
  if (outcome?.found === undefined) return 'not measured'
  const figure = `${toShort(outcome.found)}${outcome.isMet ? '' : ' **missed**'}`
  return connections > 0 ? `${connections}: ${figure}` : figure
}

function toShort({ median, low, high }: Spread): string {
  const digits = Math.abs(median) >= 100 ? 0 : 2
  return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}
