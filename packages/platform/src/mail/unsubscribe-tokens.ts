import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { isOptionalMail } from '@affiliate-platform/contract/console'
import type { MailChoiceKey } from './choices.ts'

/** What a mail holds by which its reader says that they want no more such mail, without being signed in. */
export interface UnsubscribeTokens {
  /** The same for every mail of a kind to a recipient: it is good for nothing else, and for ever. */
  make(choice: MailChoiceKey): string
  /** Reads one; `undefined` for a text that was not made here. */
  read(text: string): MailChoiceKey | undefined
}

/**
 * Creates the tokens of this database. Nothing is kept of them.
 *
 * @param secretBytes - the same in every process on one database
 */
export function createUnsubscribeTokens(secretBytes: Uint8Array): UnsubscribeTokens {
  const secret = createSecretKey(secretBytes)
  // The same secret authenticates cursors, whose texts begin otherwise.
  const make = ({ workspaceId, recipientId, kind }: MailChoiceKey): string => {
    const payload = `${workspaceId}.${recipientId}.${kind}`
    return `${payload}.${createHmac('sha256', secret).update(`unsubscribe ${payload}`).digest('base64url')}`
  }
  return {
    make,
    read(text) {
      const [workspaceId = '', recipientId = '', kind = ''] = text.split('.')
      if (!isOptionalMail(kind)) return undefined
      const choice = { workspaceId, recipientId, kind }
      const expected = Buffer.from(make(choice))
      const sent = Buffer.from(text)
      return sent.length === expected.length && timingSafeEqual(sent, expected) ? choice : undefined
    },
  }
}
