import { openPostgres } from '@affiliate-platform/platform/database'
import { type LocalPostgres, startPostgres } from '../database/local-postgres.ts'
import { cacheFolder, copyPrepared } from '../database/prepared.ts'
import type { Suite } from '../suites/suite.ts'
import { checkResponses } from './check-responses.ts'
import { type Partner, startPartner } from './conversation.ts'
import { describeMachine, readCpuUs, readFamilyCpuUs, readMachineCpuUs } from './machine.ts'
import { readResult, type Slice, type SuiteResult, writeResult } from './result.ts'
import { type ScheduleOptions, toSchedule } from './schedule.ts'
import { type StartedCase, startCase } from './started-case.ts'

/** How a suite is run. */
export interface RunOptions extends ScheduleOptions {
  readonly payouts: number
  /** Whether to go on with what was measured before. */
  readonly resumes: boolean
  readonly profileFolder: string | undefined
  readonly tell: (line: string) => void
}

/** Measures a suite and keeps its result. */
export async function runSuite(suite: Suite, options: RunOptions): Promise<SuiteResult> {
  const { cases } = toSchedule(suite, options)
  const former = options.resumes ? findComplete(suite, options) : undefined
  if (former !== undefined) {
    options.tell('measured before')
    return former
  }
  const needsPostgres = suite.needsDatabase === true || cases.some(({ kind }) => kind === 'server')
  const stops: (() => unknown)[] = []
  try {
    const postgres = needsPostgres ? await startPostgres(cacheFolder) : undefined
    if (postgres !== undefined) stops.push(postgres.stop)
    const load = startPartner('load/load-process.ts', [], { place: 'load' })
    stops.push(load.stop)
    const openCopy = createCopies(postgres, options)
    const started: StartedCase[] = []
    // One after the other: each then finds the same machine at its start.
    for (const [number, definition] of cases.entries()) {
      options.tell(`starting ${definition.name}`)
      const payouts = definition.payouts ?? options.payouts
      const each = await startCase(definition, {
        number,
        databaseUrl: await openCopy(payouts, 'sql' in definition ? definition.sql : undefined),
        payouts,
        rows: options.payouts,
        isQuick: options.isQuick,
        profileFolder: options.profileFolder,
        load,
        postgresPid: postgres?.pid ?? 0,
      })
      started.push(each)
      stops.push(each.stop)
    }
    await checkResponses(started, { probe: suite.probe, payouts: options.payouts })
    options.tell('all cases respond alike')
    return await measureRounds(started, { suite, options, postgres, load })
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

interface Machinery {
  readonly postgres: LocalPostgres | undefined
  readonly load: Partner
  readonly options: RunOptions
}

/** The cases of a suite share one fresh database of each size, unless it is to be another; without Postgres there is none. */
function createCopies(postgres: LocalPostgres | undefined, { tell }: RunOptions) {
  const urls = new Map<string, string>()
  return async (payouts: number, sql = ''): Promise<string> => {
    if (postgres === undefined) return ''
    const known = urls.get(`${payouts} ${sql}`)
    if (known !== undefined) return known
    tell(`preparing ${payouts} payouts`)
    const url = await copyPrepared(postgres, payouts, `run_${payouts}${sql === '' ? '' : '_changed'}`)
    const database = await openPostgres(url)
    await database.script(sql)
    await database.close()
    urls.set(`${payouts} ${sql}`, url)
    return url
  }
}

/** Its multiples lie evenly on a ring, however many there are. */
const goldenRatio = 0.618_034

async function measureRounds(
  cases: readonly StartedCase[],
  { suite, options, postgres, load }: Machinery & { readonly suite: Suite },
): Promise<SuiteResult> {
  const { payouts } = options
  const { rounds, levels, sliceMs } = toSchedule(suite, options)
  let result = openResult(suite.name, { options, postgres })
  const take = async (each: StartedCase, round: number, connections: number): Promise<Slice | undefined> => {
    // Slices that follow each other begin far apart, so that no key meets its quota.
    const start = ((round * levels.length + levels.indexOf(connections)) * goldenRatio) % 1
    const settings = { round, start, connections, durationMs: sliceMs }
    const wasQuiet = watchOthers([process.pid, load.pid, each.pid, postgres?.pid ?? 0])
    const figures = await each.measure(settings).catch((error: unknown) => {
      // A wrong response costs the case this slice, and the others nothing.
      options.tell(`${each.definition.name}, round ${round}, does not count: ${String(error)}`)
    })
    if (figures === undefined) return undefined
    return { round, case: each.definition.name, connections, isQuiet: wasQuiet(), figures }
  }
  for (const each of cases) if (sliceMs > 0) await take(each, 0, levels.at(-1) ?? 0)
  for (let round = 1; round <= rounds; round += 1) {
    for (const connections of levels) {
      for (const each of cases) {
        if (isMeasured(result, each.definition.name, round, connections)) continue
        const slice = await take(each, round, connections)
        if (slice === undefined) continue
        result = { ...result, payouts, slices: [...result.slices, slice] }
        writeResult(result)
      }
    }
    options.tell(`round ${round} of ${rounds}`)
  }
  return result
}

function openResult(
  suite: string,
  { options, postgres }: Pick<Machinery, 'options' | 'postgres'>,
): SuiteResult {
  const { isQuick, payouts, resumes } = options
  const former = resumes ? readResult(suite) : undefined
  if (former !== undefined && former.isQuick === isQuick && former.payouts === payouts) return former
  return {
    suite,
    machine: describeMachine(),
    postgres: postgres?.version ?? '',
    date: new Date().toISOString().slice(0, 10),
    payouts,
    isQuick,
    slices: [],
  }
}

/** The result of a run that was broken off later than in this suite. */
function findComplete(suite: Suite, options: RunOptions): SuiteResult | undefined {
  const { cases, rounds, levels } = toSchedule(suite, options)
  const result = readResult(suite.name)
  if (result?.isQuick !== options.isQuick || result.payouts !== options.payouts) return undefined
  const isComplete = cases.every(({ name }) =>
    levels.every((level) => isMeasured(result, name, rounds, level) && isMeasured(result, name, 1, level)),
  )
  return isComplete ? result : undefined
}

function isMeasured({ slices }: SuiteResult, name: string, round: number, connections: number): boolean {
  return slices.some(
    (slice) => slice.round === round && slice.case === name && slice.connections === connections,
  )
}

/** Of one core; a busy neighbour takes much more. */
const othersShareMax = 0.1

/** Watches what processes outside the measurement take of the cores. */
function watchOthers(pids: readonly number[]): () => boolean {
  const read = () => {
    // This process is the parent of others that are listed by themselves.
    const [self = 0, ...others] = pids
    const ownUs = others.map(readFamilyCpuUs).reduce((sum, cpuUs) => sum + cpuUs, readCpuUs(self))
    return { othersUs: readMachineCpuUs() - ownUs, atMs: performance.now() }
  }
  const before = read()
  return () => {
    const after = read()
    const share = (after.othersUs - before.othersUs) / 1000 / (after.atMs - before.atMs)
    // Less than nothing: a program's end took its time off the books, and nobody knows how busy it was.
    return Math.abs(share) < othersShareMax
  }
}
