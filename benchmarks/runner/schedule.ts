import type { Case, Suite } from '../suites/suite.ts'

/** What is measured of a suite, and how often. */
export interface Schedule {
  readonly cases: readonly Case[]
  readonly rounds: number
  /** 0 where a slice is as long as its work. */
  readonly sliceMs: number
  /** Numbers of connections, one after the other in every round. */
  readonly levels: readonly number[]
  /** How long all of it takes, roughly. */
  readonly expectedMs: number
}

/** What a run chooses of a suite. */
export interface ScheduleOptions {
  readonly isQuick: boolean
  readonly rounds: number | undefined
  /** Only these cases; all without. */
  readonly only: readonly string[]
}

/** A case starts, is checked and warmed up. */
const startMs = 2500

/** Lays down what a run measures of a suite. */
export function toSchedule(suite: Suite, { isQuick, rounds, only }: ScheduleOptions): Schedule {
  const pace = isQuick ? suite.quick : suite.full
  const cases = suite.cases.filter(({ name }) => only.length === 0 || only.includes(name))
  const levels = (isQuick ? suite.quickConnections : undefined) ?? suite.connections ?? [0]
  const slices = (rounds ?? pace.rounds) * levels.length
  return {
    cases,
    rounds: rounds ?? pace.rounds,
    sliceMs: pace.sliceMs,
    levels,
    expectedMs: cases.length * (startMs + slices * (pace.expectedMs ?? pace.sliceMs)),
  }
}
