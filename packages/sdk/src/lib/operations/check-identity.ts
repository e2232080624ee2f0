import type { Issue } from '../errors/issue.ts'
import type { ExpectedIdentity } from '../settings/client-options.ts'
import { extra } from './extra.ts'

const members = [
  'id',
  'appId',
  'programId',
  'groupId',
  'membershipId',
  'payoutId',
  'currency',
  'unit',
] as const

/** What a record must say of itself: what the caller expects, and what the request has filtered by. */
export type RecordIdentity = { readonly [Member in (typeof members)[number]]?: string | null | undefined }

/** The members that are compared, each with the text that it must have in any letter case. */
export type Wanted = readonly (readonly [member: string, text: string])[]

/** Joins what is wanted of all records of a response; mostly nothing is. */
export function toWanted(...identities: readonly (RecordIdentity | ExpectedIdentity | undefined)[]): Wanted {
  return identities.flatMap((identity: RecordIdentity = {}) =>
    members.flatMap((member) => {
      const text = identity[member]
      return typeof text === 'string' ? [[member, text.toLowerCase()] as const] : []
    }),
  )
}

/**
 * Compares a record with what was asked for. A record that does not name its app cannot contradict it.
 *
 * @param pointer - where the record is in the response
 */
export function checkIdentity(record: object, wanted: Wanted, pointer: string): readonly Issue[] {
  return wanted.flatMap(([member, text]) => {
    const found = extra(record)[member]
    // null says that there is none, such as no group.
    if (found === undefined || String(found).toLowerCase() === text) return []
    return [{ pointer: `${pointer}/${member}`, code: 'other_record', message: `The expected ${member}.` }]
  })
}
