import type { Queryable } from '../statements/database.ts'

export interface RepeatedWork {
  /** Waits for the statements under way, and begins no other. The next process goes on with what is left. */
  readonly stop: () => Promise<void>
}

/** Is told of each turn of some work, such as `anchor_facts`, and whether it did what it should. */
export type WatchWork = (work: string, hasSucceeded: boolean) => void

/** One piece of the work. */
interface Task {
  readonly name: string
  readonly run: (database: Queryable) => Promise<void>
  /** Says in the log that it failed. */
  readonly message: string
}

interface Schedule {
  readonly everyMs: number
  readonly log: { warn(details: object, message: string): void }
  readonly watch: WatchWork | undefined
}

/** Runs all tasks at once and again after each interval, until they are stopped. They keep no process alive. */
export function repeatWork(
  database: Queryable,
  tasks: readonly Task[],
  { everyMs, log, watch }: Schedule,
): RepeatedWork {
  const stopping = new AbortController()
  const { signal } = stopping
  const untilStopped: Queryable = {
    query: async (statement, values) => {
      signal.throwIfAborted()
      return await database.query(statement, values)
    },
  }
  const runTask = async ({ name, run, message }: Task): Promise<void> => {
    try {
      await run(untilStopped)
      watch?.(name, true)
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, message)
      watch?.(name, false)
    }
  }
  const runAll = (): Promise<unknown> => Promise.all(tasks.map(runTask))

  let running = runAll()
  const timer = setInterval(() => {
    // A turn may outlast the interval.
    running = Promise.all([running, runAll()])
  }, everyMs).unref()
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
