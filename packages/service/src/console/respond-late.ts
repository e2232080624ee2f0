import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than it takes to find somebody, so that the time tells nobody whether anybody was found. */
const responseMs = 250

/** Waits for what is done about an address, known or not: for the same time. */
export async function respondLate(work: Promise<void> | undefined): Promise<void> {
  await Promise.all([work, sleep(responseMs)])
}
