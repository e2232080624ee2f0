/** Measured figures by name. */
export type Figures = Readonly<Record<string, number>>

/** A program that measures itself. */
export interface StartedWork {
  /** What all variants must come to; compared byte by byte. Throws where something is wrong in itself. */
  check?(): Promise<string>
  runSlice(durationMs: number): Promise<Figures>
  stop?(): Promise<void>
}

/** What a work program is started with. */
export interface WorkSettings {
  readonly variant: string
  /** Empty for programs without a database. */
  readonly databaseUrl: string
  /** The process that all others of the database come from; 0 without one. */
  readonly postgresPid: number
  /** How many rows the run is about. */
  readonly rows: number
  /** Whether to do less. */
  readonly isQuick: boolean
}

/** A program whose module exports this as `start`. */
export type StartWork = (settings: WorkSettings) => Promise<StartedWork>

/**
 * Repeats one thing, one after the other, and tells what each cost.
 *
 * @param batch - runs between two looks at the clock
 */
export async function repeatFor(
  durationMs: number,
  run: () => Promise<unknown>,
  batch = 20,
): Promise<Figures> {
  const before = process.cpuUsage()
  const startMs = performance.now()
  let runs = 0
  for (const endMs = startMs + durationMs; performance.now() < endMs; runs += batch) {
    for (let each = 0; each < batch; each += 1) await run()
  }
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - startMs) / 1000
  return { callsPerSecond: runs / seconds, cpuUs: (user + system) / runs }
}

/** The value below which a share of all values lies. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
