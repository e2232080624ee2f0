import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readResult, resultsFolder, type SuiteResult } from '../runner/result.ts'
import type { Suite } from '../suites/suite.ts'
import { suites } from '../suites/suites.ts'
import { reportGoals } from './goal-table.ts'
import { countSlices, spreadOf } from './statistics.ts'
import { reportSuite } from './suite-report.ts'
import { drawBars } from './svg-plot.ts'
import { toMarkdown, toMarkdownTable } from './text-table.ts'

/**
 * Writes the tables and plots of everything that was measured, for the README.
 *
 * @returns the files
 */
export function writeSummary(): readonly string[] {
  const measured = suites.flatMap((suite) => {
    const result = readResult(suite.name)
    return result === undefined ? [] : [{ suite, result }]
  })
  const plots = measured.map(({ suite, result }) => writePlot(suite, result))
  const text = measured.map(({ suite, result }) => {
    const plot = `![${suite.summary}](summary-${suite.name}.svg)\n`
    return `${toMarkdown(reportSuite(suite, result))}\n${plot}`
  })
  const summary = join(resultsFolder, 'summary.md')
  const goals = toMarkdownTable(reportGoals(measured.map(({ suite }) => suite)))
  writeFileSync(summary, `# Measured\n\n## Goals\n\n${goals}\n\n${text.join('\n')}`)
  return [summary, ...plots]
}

/** Plots the first figure that is compared, or else the first one, at the middle number of connections. */
function writePlot(suite: Suite, result: SuiteResult): string {
  const figure = suite.figures.find(({ isCompared }) => isCompared) ?? suite.figures[0]
  const levels = [...new Set(result.slices.map(({ connections }) => connections))].sort((a, b) => a - b)
  const connections = levels[Math.floor(levels.length / 2)] ?? 0
  const counted = countSlices(result)
  const bars = suite.cases.flatMap(({ name }) => {
    const spread = spreadOf(counted, { case: name, connections, figure: figure?.id ?? '' })
    return spread === undefined
      ? []
      : [{ label: name, value: spread.median, isOurs: name === suite.reference, ...spread }]
  })
  const load = connections > 0 ? `, ${connections} connections` : ''
  const path = join(resultsFolder, `summary-${suite.name}.svg`)
  writeFileSync(path, drawBars({ title: suite.summary, subtitle: `${figure?.label}${load}` }, bars))
  return path
}
