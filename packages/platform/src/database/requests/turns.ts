/** How much may be under way at a time, and how long the rest waits. */
export interface TurnLimits {
  /** Uses of one key that are under way at a time. */
  readonly busyMax: number
  /** After this time in the queue a use is rejected. */
  readonly waitMaxMs: number
  /** What a key's uses wait for, for the error's message. */
  readonly of: string
}

interface Queue {
  busy: number
  /** Each takes the place that is left to it. */
  readonly waiting: (() => void)[]
}

/**
 * Runs a function when it is its key's turn.
 *
 * @throws Error that becomes a 503, after `waitMaxMs`
 */
export type TakeTurn = <T>(key: string, run: () => Promise<T>) => Promise<T>

/** Bounds how much of each key is under way at a time. The rest waits in this process, first come first. */
export function createTurns(limits: TurnLimits): TakeTurn {
  const queues = new Map<string, Queue>()
  return async function take(key, run) {
    const queue = queues.get(key) ?? { busy: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.busy < limits.busyMax) queue.busy += 1
    else await waitForTurn(queue, limits)
    try {
      return await run()
    } finally {
      leave(key, queue)
    }
  }

  function leave(key: string, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next !== undefined) next()
    else if (--queue.busy === 0) queues.delete(key)
  }
}

/** Waits until another use ends and leaves its place to this one. */
function waitForTurn({ waiting }: Queue, { waitMaxMs, of }: TurnLimits): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1)
      reject(new Error(`timeout exceeded in the queue of the workspace's ${of}`))
    }, waitMaxMs)
    waiting.push(take)
  })
}
