import { createRandom, type Random } from '@affiliate-platform/operator/demo'
import { onTestFailed } from 'vitest'

/** Whether the guarantees run at full size: `GUARANTEE_SCALE=soak`, as `npm run test:soak` sets it. */
export const isSoak = process.env['GUARANTEE_SCALE'] === 'soak'

/** The sizes of a guarantee. */
export interface Sizes {
  /** Keeps `npm test` quick. */
  readonly quick: number
  readonly soak: number
}

/** Chooses the size of this run. */
export function scale({ quick, soak }: Sizes): number {
  return isSoak ? soak : quick
}

/** The seed of this run. `GUARANTEE_SEED` repeats an earlier one. */
export const seed = Number(process.env['GUARANTEE_SEED'] ?? Date.now() % 2 ** 31)

/** Starts the running test's source of chance, and says how to repeat it should the test fail. */
export function startRandom(): Random {
  onTestFailed(() => {
    process.stderr.write(`To repeat this failure: GUARANTEE_SEED=${seed}\n`)
  })
  return createRandom(seed)
}

/** A source of chance for one of many parts of a test, which do not disturb each other: the part is always the same. */
export const startPart = (index: number, from = seed): Random => createRandom(from + index)

/** An element of a list that chance picks. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const element = list[random.below(list.length)]
  if (element === undefined) throw new RangeError('The list is empty.')
  return element
}

/** Reports a measured figure, in full-size runs alone. */
export function report(figure: string): void {
  if (isSoak) process.stdout.write(`measured: ${figure}\n`)
}

/** Runs a function for every number below `count`, up to `lanes` of them at a time. */
export async function runInLanes(
  { count, lanes }: { readonly count: number; readonly lanes: number },
  run: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const runLane = async (): Promise<void> => {
    while (next < count) {
      const index = next
      next += 1
      await run(index)
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
}
