import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@affiliate-platform/platform/database'
import { tellSignInLinks } from '@affiliate-platform/platform/outbox'
import type { Audience } from '@affiliate-platform/platform/people'

/** Longer than it takes to find somebody, so that the time tells nobody whether anybody was found. */
const answerMs = 250

interface Asked {
  readonly body: { readonly email: string }
}

/** Creates what responds to whoever asks for a link, known or not: the same, and after the same time. */
export function createLinkHandler(database: Database, audience: Audience, sendsMail: boolean) {
  return async ({ body: { email } }: Asked) => {
    const telling = sendsMail ? tellSignInLinks(database, { email, audience }) : undefined
    await Promise.all([telling, sleep(answerMs)])
    return { value: {} }
  }
}
