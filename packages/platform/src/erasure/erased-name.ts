import { createHmac } from 'node:crypto'

/** What is hashed: a name or an address, and whose it is. */
interface Erased {
  readonly workspaceId: string
  /** Of the membership or the account. */
  readonly id: string
  readonly text: string
}

/**
 * What takes the place of a name or an address: a keyed hash of it. Whoever has the database's secret and is told the name can
 * say that it was this one; without it, nothing leads back.
 */
export const hashText = (secret: Uint8Array, { workspaceId, id, text }: Erased): string =>
  createHmac('sha256', secret).update(`erased:${workspaceId}:${id}:${text}`).digest('hex').slice(0, 16)

/** The name of whoever was erased, wherever a name is shown. */
export const toErasedName = (hash: string): string => `Erased ${hash}`

/** The address of whoever was erased: no mail is ever sent to it, as the domain is nobody's. */
export const toErasedEmail = (hash: string): string => `${hash}@erased.invalid`

/** Whether a name is that of somebody who was erased, and so is not hashed again. */
export const isErasedName = (name: string): boolean => /^Erased [\da-f]{16}$/.test(name)
