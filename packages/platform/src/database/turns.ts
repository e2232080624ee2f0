/** How much may be under way at a time, and how long the rest waits. */
export interface TurnLimits {
  /** Uses of one key that are under way at a time. */
  readonly busyMax: number
  /** After this time in the queue a use is rejected. */
  readonly waitMaxMs: number
  /** What a key's uses wait for, for the error's message. */
  readonly of: string
  /**
   * Whether a place stays free for as long as its last use took, for each that waits for it and up to four times (D174).
   * It does so only until the first of them has waited for a quarter of its time. Default: it is taken at once.
   */
  readonly isPaced?: (key: string) => boolean
}

interface Waiting {
  readonly take: () => void
  /** When its request first wanted a turn. */
  readonly sinceMs: number
}

interface Queue {
  busy: number
  readonly waiting: Waiting[]
}

/** A pause is at most so many times as long as the use before it. */
const pauseFactorMax = 4

/**
 * Runs a function when it is its key's turn.
 *
 * @param sinceMs - when the request that it belongs to first wanted a turn: whoever came first is next.
 * Default: now
 * @throws Error that is told as 503, after too long a wait
 */
export type TakeTurn = <T>(key: string, run: () => Promise<T>, sinceMs?: number) => Promise<T>

/** Bounds how much of each key is under way at a time. The rest waits in this process, first come first. */
export function createTurns(limits: TurnLimits): TakeTurn {
  const queues = new Map<string, Queue>()
  return async function take(key, run, sinceMs = performance.now()) {
    const queue = queues.get(key) ?? { busy: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.busy < limits.busyMax) queue.busy += 1
    else await waitForTurn(queue, limits, sinceMs)
    const beganAtMs = performance.now()
    try {
      return await run()
    } finally {
      const pauseMs = toPauseMs(performance.now() - beganAtMs, queue, limits)
      if (pauseMs > 0 && limits.isPaced?.(key)) setTimeout(leave, pauseMs, key, queue)
      else leave(key, queue)
    }
  }

  function leave(key: string, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next !== undefined) next.take()
    else if (--queue.busy === 0) queues.delete(key)
  }
}

/** How long the place stays free after a use that took so long. */
function toPauseMs(tookMs: number, { waiting }: Queue, { waitMaxMs }: TurnLimits): number {
  const [first] = waiting
  if (first === undefined) return 0
  const leftMs = waitMaxMs / 4 - (performance.now() - first.sinceMs)
  return Math.min(tookMs * Math.min(waiting.length, pauseFactorMax), leftMs)
}

/** Waits until another use ends and leaves its place to this one. */
function waitForTurn({ waiting }: Queue, { waitMaxMs, of }: TurnLimits, sinceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const entry = { take, sinceMs }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(entry), 1)
      reject(new Error(`timeout exceeded in the queue of the workspace's ${of}`))
    }, waitMaxMs)
    const later = waiting.findIndex((other) => other.sinceMs > sinceMs)
    waiting.splice(later < 0 ? waiting.length : later, 0, entry)
  })
}
