import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** What a link is for: to show that one reads mail at a new address, or to take the one before back. */
export type AddressLinkUse = 'proof' | 'take_back'

/** What a link says. */
export interface AddressLink {
  readonly workspaceId: string
  /** Of the change. */
  readonly id: string
  /** When it was made, by the database's time. */
  readonly madeAt: Date
}

/** What mails about a change of an address hold. */
export interface AddressLinks {
  /** Nothing is kept of it. */
  make(use: AddressLinkUse, link: AddressLink): string
  /** Reads one; `undefined` for a text that was not made here, or for something else. */
  read(use: AddressLinkUse, text: string): AddressLink | undefined
}

/**
 * Creates the links of this database. The change tells whether one is still good.
 *
 * @param secretBytes - the same in every process on one database
 */
export function createAddressLinks(secretBytes: Uint8Array): AddressLinks {
  const secret = createSecretKey(secretBytes)
  // The same secret authenticates cursors, whose texts begin otherwise.
  const make = (use: AddressLinkUse, { workspaceId, id, madeAt }: AddressLink): string => {
    const payload = `${workspaceId}.${id}.${madeAt.getTime()}`
    return `${payload}.${createHmac('sha256', secret).update(`address ${use} ${payload}`).digest('base64url')}`
  }
  return {
    make,
    read(use, text) {
      const [workspaceId = '', id = '', madeAtMs = ''] = text.split('.')
      const link = { workspaceId, id, madeAt: new Date(Number(madeAtMs)) }
      const expected = Buffer.from(make(use, link))
      const sent = Buffer.from(text)
      return sent.length === expected.length && timingSafeEqual(sent, expected) ? link : undefined
    },
  }
}
