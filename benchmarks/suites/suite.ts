import type { ListId } from '@affiliate-platform/contract'
import type { Probe } from '../load/probes.ts'
import type { ScriptName } from '../load/scripts.ts'
import type { StoreName } from '../platform/stores/open-store.ts'

/** A server under load. */
export interface ServerCase {
  readonly kind: 'server'
  readonly name: string
  readonly module: string
  readonly store: StoreName
  readonly script: ScriptName
  /** The list that it walks. Default: the payouts. */
  readonly list?: ListId
  /** Payouts of its database; default those of the run. */
  readonly payouts?: number
  /** What makes its database another one than that of the other cases. */
  readonly sql?: string
}

/** A program that measures itself. */
export interface WorkCase {
  readonly kind: 'work'
  readonly name: string
  readonly module: string
  /** Which of the module's variants. */
  readonly variant: string
  /** Payouts of its database; default those of the run. */
  readonly payouts?: number
}

/** One program under measurement, in a process of its own. */
export type Case = ServerCase | WorkCase

/** A measured figure, a column of the table. */
export interface Figure {
  readonly id: string
  readonly label: string
  readonly digits: number
  /** Whether the table also shows how the reference compares with the case in this figure. */
  readonly isCompared?: boolean
}

/** What a figure is to be: of a case alone, or of a case divided by another one in the same round. */
export interface Goal {
  readonly figure: string
  readonly of: string
  readonly against?: string
  readonly atLeast?: number
  readonly atMost?: number
  /** Why it is missed, where that is known and stays so. */
  readonly reason?: string
}

/** How long and how often is measured. */
export interface Pace {
  readonly rounds: number
  /** 0 where a slice is as long as its work. */
  readonly sliceMs: number
  /** How long a slice takes, where its work decides. */
  readonly expectedMs?: number
}

/** Cases that are measured side by side. */
export interface Suite {
  readonly name: string
  /** What it shows, in one sentence. */
  readonly summary: string
  readonly cases: readonly Case[]
  /** The case that the others are compared with. */
  readonly reference: string
  readonly figures: readonly Figure[]
  readonly goals: readonly Goal[]
  readonly full: Pace
  readonly quick: Pace
  /** Connections of the load; work cases have none. */
  readonly connections?: readonly number[]
  readonly quickConnections?: readonly number[]
  /** What all cases must send alike. */
  readonly probe?: Probe
  /** Whether work cases need the database's URL. */
  readonly needsDatabase?: boolean
}

/** The figures of servers under load. */
export const serverFigures: readonly Figure[] = [
  { id: 'requestsPerSecond', label: 'requests/s', digits: 0, isCompared: true },
  { id: 'p50Ms', label: 'p50 ms', digits: 2 },
  { id: 'p99Ms', label: 'p99 ms', digits: 2 },
  { id: 'cpuUs', label: 'service CPU µs', digits: 0, isCompared: true },
  { id: 'databaseCpuUs', label: 'database CPU µs', digits: 0 },
]

/** The pace of servers under load. */
export const serverPace = {
  full: { rounds: 10, sliceMs: 2000 },
  quick: { rounds: 3, sliceMs: 700 },
} as const satisfies Record<'full' | 'quick', Pace>
