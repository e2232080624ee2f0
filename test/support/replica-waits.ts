import type { Replica } from '@affiliate-platform/platform/database'
import { expect } from 'vitest'

const timeout = 45_000

/** Waits until a replica serves, or serves no more. */
export async function waitUntilServing(replica: Replica, isServing: boolean): Promise<void> {
  await expect.poll(() => replica.state().isServing, { timeout }).toBe(isServing)
}

/** Reads again and again until the replica has served a read: it then has what this process has written. */
export async function waitUntilLent(replica: Replica, read: () => Promise<unknown>): Promise<void> {
  await expect
    .poll(
      async () => {
        const { reads } = replica.state()
        await read()
        return replica.state().reads > reads
      },
      { timeout },
    )
    .toBe(true)
}
