import type { ExpectedIdentity } from './client-options.ts'
import { extra } from './extra.ts'
import type { Issue } from './issue.ts'

const members = ['appId', 'programId', 'membershipId', 'currency'] as const

/** What a record must say of itself: what the caller expects, and what the request has filtered by. */
export type RecordIdentity = { readonly [Member in (typeof members)[number]]?: string | null | undefined }

/**
 * Compares a record with what was asked for. A record that does not name its app cannot contradict it.
 *
 * @param identities - every one of them must hold, in any letter case
 * @param pointer - where the record is in the response
 */
export function checkIdentity(
  record: object,
  identities: readonly (RecordIdentity | ExpectedIdentity | undefined)[],
  pointer: string,
): readonly Issue[] {
  return members.flatMap((member) => {
    const found = extra(record)[member]
    const wanted = identities.map((identity: RecordIdentity = {}) => identity[member])
    if (typeof found !== 'string' || wanted.every((text) => isSame(text, found))) return []
    return [{ pointer: `${pointer}/${member}`, code: 'other_record', message: `The expected ${member}.` }]
  })
}

const isSame = (wanted: string | null | undefined, found: string): boolean =>
  wanted === undefined || wanted === null || wanted.toLowerCase() === found.toLowerCase()
