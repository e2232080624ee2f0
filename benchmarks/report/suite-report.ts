import type { SuiteResult } from '../runner/result.ts'
import type { Suite } from '../suites/suite.ts'
import { describeGoals } from './describe-goals.ts'
import { type Counted, countSlices, ratioOf, type Spread, spreadOf } from './statistics.ts'

/** A table: its first row is the heading. */
export type Table = readonly (readonly string[])[]

/** A suite's figures, ready to be shown. */
export interface SuiteReport {
  readonly title: string
  readonly remarks: readonly string[]
  readonly figures: Table
  readonly goals: Table
  /** Why goals are missed, where that is known. */
  readonly reasons: readonly string[]
}

/** Turns what was measured into tables. */
export function reportSuite(suite: Suite, result: SuiteResult): SuiteReport {
  const counted = countSlices(result)
  const levels = [...new Set(result.slices.map(({ connections }) => connections))]
  return {
    title: suite.summary,
    remarks: describeRun(result, counted),
    figures: [headingOf(suite, levels), ...levels.flatMap((level) => rowsOf(suite, counted, level))],
    goals: [
      ['goal', ...connectionsColumn(levels), 'bound', 'median', 'middle half', ''],
      ...levels.flatMap((level) => goalRows(suite, counted, level)),
    ],
    reasons: [...new Set(levels.flatMap((level) => reasonsOf(suite, counted, level)))],
  }
}

function describeRun(result: SuiteResult, { slices, isNoisy }: Counted): readonly string[] {
  const { machine, date, postgres, payouts, isQuick } = result
  const dropped = result.slices.length - slices.length
  const database = postgres === '' ? '' : `, Postgres ${postgres}, ${payouts.toLocaleString('en')} payouts`
  return [
    `${date}, ${machine.processor}, ${machine.cores} cores, ${machine.platform}, Node ${machine.node}${database}`,
    `${result.slices.length} slices, ${dropped} dropped because others took the cores`,
    ...(isQuick ? ['a quick run'] : []),
    ...(isNoisy ? ['NOISY: most slices were disturbed, all of them count; not to be quoted'] : []),
  ]
}

const isLoaded = (levels: readonly number[]): boolean => levels.some((level) => level > 0)

const connectionsColumn = (levels: readonly number[]) => (isLoaded(levels) ? ['connections'] : [])

function headingOf({ figures, reference }: Suite, levels: readonly number[]): readonly string[] {
  const labels = figures.flatMap(({ label, isCompared }) =>
    isCompared ? [label, `${reference} ÷ it`] : [label],
  )
  return ['case', ...connectionsColumn(levels), ...labels]
}

function rowsOf(suite: Suite, counted: Counted, connections: number): Table {
  const measured = suite.cases.filter(({ name }) =>
    counted.slices.some((slice) => slice.case === name && slice.connections === connections),
  )
  return measured.map(({ name }) => {
    const cells = suite.figures.flatMap(({ id, digits, isCompared }) => {
      const spread = spreadOf(counted, { case: name, connections, figure: id })
      const figure = spread?.median.toFixed(digits) ?? '–'
      if (!isCompared) return [figure]
      const place = { case: suite.reference, connections, figure: id }
      return [figure, formatRatio(name === suite.reference ? undefined : ratioOf(counted, place, name))]
    })
    return [name, ...(connections > 0 ? [String(connections)] : []), ...cells]
  })
}

function goalRows(suite: Suite, counted: Counted, connections: number): Table {
  return describeGoals(suite, counted, connections).map(({ text, bound, found, isMet }) => [
    text,
    ...(connections > 0 ? [String(connections)] : []),
    bound,
    found === undefined ? '–' : toShort(found.median),
    found === undefined ? '–' : `${toShort(found.low)} to ${toShort(found.high)}`,
    found === undefined ? 'NOT MEASURED' : isMet ? 'met' : 'MISSED',
  ])
}

function reasonsOf(suite: Suite, counted: Counted, connections: number): readonly string[] {
  return describeGoals(suite, counted, connections).flatMap(({ text, reason }) =>
    reason === undefined ? [] : [`${text}: ${reason}`],
  )
}

function formatRatio(spread: Spread | undefined): string {
  if (spread === undefined) return ''
  return `${toShort(spread.median)} (${toShort(spread.low)}–${toShort(spread.high)})`
}

const toShort = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))
