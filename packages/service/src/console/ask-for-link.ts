import type { Database } from '@affiliate-platform/platform/database'
import { tellSignInLinks } from '@affiliate-platform/platform/outbox'
import type { Audience } from '@affiliate-platform/platform/people'
import { respondLate } from './respond-late.ts'

interface Asked {
  readonly body: { readonly email: string }
}

/** Creates what responds to whoever asks for a link, known or not. */
export function createLinkHandler(database: Database, audience: Audience, sendsMail: boolean) {
  return async ({ body: { email } }: Asked) => {
    await respondLate(sendsMail ? tellSignInLinks(database, { email, audience }) : undefined)
    return { value: {} }
  }
}
