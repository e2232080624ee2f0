import type { LoadQuestion, LoadResult } from '../load/load-process.ts'
import type { ServerSettings } from '../programs/program.ts'
import type { Figures, WorkSettings } from '../self-measuring/work.ts'
import type { Case, ServerCase, WorkCase } from '../suites/suite.ts'
import { type Partner, startPartner } from './conversation.ts'
import { readFamilyCpuUs } from './machine.ts'
import type { ServerQuestion, Usage } from './server-process.ts'

/** A case whose process runs. */
export interface StartedCase {
  readonly definition: Case
  readonly pid: number
  /** The port of a server; 0 for work. */
  readonly port: number
  /** Measures one slice. */
  measure(slice: SliceSettings): Promise<Figures>
  /** What a work program came to, to be compared. */
  check(): Promise<string>
  stop(): Promise<void>
}

/** One slice. */
export interface SliceSettings {
  readonly round: number
  /** Where among its keys a server's load begins, from 0 to 1. */
  readonly start: number
  readonly connections: number
  readonly durationMs: number
}

/** What cases are started with. */
export interface CaseContext {
  readonly number: number
  readonly databaseUrl: string
  readonly payouts: number
  /** How many rows the run is about: those of its database, or of its work. */
  readonly rows: number
  readonly isQuick: boolean
  readonly profileFolder: string | undefined
  /** The process that loads servers. */
  readonly load: Partner
  readonly postgresPid: number
}

/** Starts a case in a process of its own. */
export async function startCase(definition: Case, context: CaseContext): Promise<StartedCase> {
  return definition.kind === 'server'
    ? await startServerCase(definition, context)
    : await startWorkCase(definition, context)
}

async function startServerCase(definition: ServerCase, context: CaseContext): Promise<StartedCase> {
  const { module, store, script, list = 'listPayouts' } = definition
  const { number: lane, databaseUrl, payouts, load, postgresPid, profileFolder } = context
  const settings: ServerSettings = { databaseUrl, store }
  const args = [module, JSON.stringify(settings)]
  const partner = startPartner('runner/server-process.ts', args, { place: 'service', profileFolder })
  const port = await partner.ask<number>('port')
  const ask = () => partner.ask<Usage>('usage' satisfies ServerQuestion)
  return {
    definition,
    pid: partner.pid,
    port,
    async measure({ round, start, connections, durationMs }) {
      const question: LoadQuestion = {
        script,
        list,
        payouts,
        databaseUrl,
        port,
        lane,
        connections,
        durationMs,
        start,
        slice: `${process.pid}-${lane}-${round}-${connections}`,
      }
      await load.ask({ prepare: question })
      const [before, databaseBefore] = [await ask(), readFamilyCpuUs(postgresPid)]
      const result = await load.ask<LoadResult>(question)
      const [after, databaseAfter] = [await ask(), readFamilyCpuUs(postgresPid)]
      return {
        requestsPerSecond: result.requests / (result.durationMs / 1000),
        p50Ms: result.p50Ms,
        p99Ms: result.p99Ms,
        cpuUs: (after.cpuUs - before.cpuUs) / result.requests,
        databaseCpuUs: (databaseAfter - databaseBefore) / result.requests,
        memoryMegabytes: after.memoryBytes / 1e6,
      }
    },
    check: async () => '',
    stop: () => partner.stop(),
  }
}

async function startWorkCase(definition: WorkCase, context: CaseContext): Promise<StartedCase> {
  const { databaseUrl, postgresPid, rows, isQuick, profileFolder } = context
  const { variant, module } = definition
  const settings: WorkSettings = { variant, databaseUrl, postgresPid, rows, isQuick }
  const args = [module, JSON.stringify(settings)]
  const partner = startPartner('runner/work-process.ts', args, { place: 'service', profileFolder })
  await partner.ask('check')
  return {
    definition,
    pid: partner.pid,
    port: 0,
    measure: ({ durationMs }) => partner.ask<Figures>({ durationMs }),
    check: () => partner.ask<string>('check'),
    async stop() {
      await partner.ask('stop')
      await partner.stop()
    },
  }
}
