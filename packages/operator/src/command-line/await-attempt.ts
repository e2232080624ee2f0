import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 250
/** Longer than a process needs to see it, and a server to respond. */
const waitMaxMs = 15_000

/** Waits until something was tried to be sent; `undefined` where nobody has tried for so long. */
export async function awaitAttempt<Sent extends { readonly attempts: number }>(
  find: () => Promise<Sent | undefined>,
): Promise<Sent | undefined> {
  for (let waitedMs = 0; waitedMs < waitMaxMs; waitedMs += pollMs) {
    const sent = await find()
    if (sent !== undefined && sent.attempts > 0) return sent
    await sleep(pollMs)
  }
  return undefined
}
