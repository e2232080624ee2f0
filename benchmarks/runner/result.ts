import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figures } from '../self-measuring/work.ts'
import type { Machine } from './machine.ts'

/** One slice of one case. */
export interface Slice {
  readonly round: number
  readonly case: string
  /** 0 for cases without a load. */
  readonly connections: number
  /** Whether nobody else took a notable share of the cores meanwhile. */
  readonly isQuiet: boolean
  readonly figures: Figures
}

/** Everything that was measured of a suite. */
export interface SuiteResult {
  readonly suite: string
  readonly machine: Machine
  readonly postgres: string
  readonly date: string
  readonly payouts: number
  readonly isQuick: boolean
  readonly slices: readonly Slice[]
}

/** Where results lie; git knows only the summary. */
export const resultsFolder = fileURLToPath(new URL('../results', import.meta.url))

const toPath = (suite: string): string => join(resultsFolder, `${suite}.json`)

/** Reads what was measured of a suite before. */
export function readResult(suite: string): SuiteResult | undefined {
  return existsSync(toPath(suite)) ? JSON.parse(readFileSync(toPath(suite), 'utf8')) : undefined
}

/** Writes a suite's result; after every slice, so that a run that is broken off can go on. */
export function writeResult(result: SuiteResult): void {
  mkdirSync(resultsFolder, { recursive: true })
  writeFileSync(toPath(result.suite), `${JSON.stringify(result, null, 1)}\n`)
}
