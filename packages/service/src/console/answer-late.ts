import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than it takes to find somebody, so that the time tells nobody whether anybody was found. */
const answerMs = 250

/** Waits for what is done about an address, known or not: for the same time. */
export async function answerLate(work: Promise<void> | undefined): Promise<void> {
  await Promise.all([work, sleep(answerMs)])
}
