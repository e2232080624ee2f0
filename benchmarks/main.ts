import { parseArgs } from 'node:util'
import { reportSuite } from './report/suite-report.ts'
import { toText } from './report/text-table.ts'
import { writeSummary } from './report/write-summary.ts'
import { readResult, resultsFolder } from './runner/result.ts'
import { type RunOptions, runSuite } from './runner/run-suite.ts'
import { toSchedule } from './runner/schedule.ts'
import { findSuites, suites } from './suites/suites.ts'

const help = `
npm run bench -- <suite>… [options]

Measures suites, prints their tables and keeps the raw figures in benchmarks/results/.

Suites
${suites.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`).join('\n')}
  rejections, sdk, money  all of these names; "all" is everything

Other words in place of a suite
  report         print the tables of what was measured before
  summary        write them to benchmarks/results/summary.md, with plots

Options
  --quick        fewer and shorter rounds on fewer rows: a look, not a figure to quote
  --rounds <n>   how often each case is measured
  --rows <n>     payouts in the database, or sales to import (default 1,000,000; with --quick 100,000)
  --only <case>  only this case; may be repeated
  --resume       go on with a run that was broken off
  --profile      leave a CPU profile of every case in benchmarks/results/profiles/
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    rows: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    resume: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

// Ended this way, the process still stops what it has started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const write = (text: string): boolean => process.stdout.write(`${text}\n`)
const [word] = positionals

if (values.help || word === undefined) write(help)
else if (word === 'summary') write(writeSummary().join('\n'))
else if (word === 'report') for (const suite of suites) showReport(suite.name)
else await run(positionals)

async function run(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => findSuites(name).length === 0)
  if (unknown !== undefined) return reject(`There is no suite ${unknown}.\n${help}`)
  const found = names.flatMap(findSuites)
  const cases = new Set(found.flatMap((suite) => suite.cases.map(({ name }) => name)))
  const stranger = values.only.find((name) => !cases.has(name))
  if (stranger !== undefined) {
    return reject(`There is no case "${stranger}" to measure; there are "${[...cases].join('", "')}".\n`)
  }
  const options = toRunOptions()
  for (const [index, suite] of found.entries()) {
    const left = found.slice(index).reduce((sum, each) => sum + toSchedule(each, options).expectedMs, 0)
    write(`\n${suite.name}: ${suite.summary}`)
    options.tell(`suite ${index + 1} of ${found.length}, about ${Math.ceil(left / 60_000)} min to the end`)
    await runSuite(suite, options)
    showReport(suite.name)
  }
}

function reject(message: string): void {
  process.stderr.write(message)
  process.exitCode = 2
}

function toRunOptions(): RunOptions {
  const { quick, rounds, rows, only, resume, profile } = values
  return {
    isQuick: quick,
    rounds: rounds === undefined ? undefined : Number(rounds),
    payouts: rows === undefined ? (quick ? 100_000 : 1_000_000) : Number(rows),
    resumes: resume,
    only,
    profileFolder: profile ? `${resultsFolder}/profiles` : undefined,
    tell: (line) => process.stderr.write(`  ${line}\n`),
  }
}

function showReport(name: string): void {
  const [suite] = findSuites(name)
  const result = readResult(name)
  if (suite !== undefined && result !== undefined) write(toText(reportSuite(suite, result)))
}
