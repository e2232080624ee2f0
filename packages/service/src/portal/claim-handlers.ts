import type { memberOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import {
  type ClaimRejection,
  dailyClaimsMax,
  fileClaim,
  findClaimsClosed,
  listOwnClaims,
  waitingClaimsMax,
} from '@affiliate-platform/platform/attribution'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { findDayStart } from '@affiliate-platform/platform/workspaces'
import { findMember, type PortalContext } from './portal-context.ts'

type ClaimOperations = Pick<typeof memberOperations, 'listOwnClaims' | 'fileOwnClaim'>

const pageRows = 50
const askProgram = 'Ask the program’s team.'

/** Why a member can file no claim: of nothing else than what they know of themself. */
const rejections: Readonly<Record<ClaimRejection, string>> = {
  unknown_membership: 'Your membership has ended.',
  membership_not_active: `You cannot claim shops while your membership is suspended or closed. ${askProgram}`,
  program_closed: 'The program is closed, and takes no claims any more.',
  claim_forbidden_by_membership: `You cannot claim shops yourself. ${askProgram}`,
  claim_forbidden_by_group: `Your group cannot claim shops by itself. ${askProgram}`,
  claim_forbidden_by_terms: `Your terms do not allow claims. ${askProgram}`,
  claimed_already: 'You have claimed this shop before. See it in the list.',
  too_many_claims: `${waitingClaimsMax} of your claims wait for an answer, which is as many as may wait.`,
  too_many_claims_in_a_day: `You have claimed ${dailyClaimsMax} shops in the last 24 hours, which is as many as one can. Claim more tomorrow.`,
}

/** Lets members claim shops that were not counted for them, and shows what was said of it (D445). */
export function createClaimHandlers({ database }: PortalContext) {
  return {
    listOwnClaims: async ({ caller, pathId, query: { cursor: after } }) => {
      const key = findMember(caller, pathId)
      const [claims, closed] = await Promise.all([
        listOwnClaims(database, key, { after, limit: pageRows + 1 }),
        findClaimsClosed(database, key),
      ])
      const shown = claims.slice(0, pageRows)
      const items = shown.map(({ id, shopDomain: shop, words, occurredAt, filedAt, answer }) => ({
        ...{ id, shop, words, at: occurredAt.toISOString(), filedAt: filedAt.toISOString() },
        answer: answer && { ...answer, at: answer.at.toISOString() },
      }))
      const nextCursor = claims.length > pageRows ? (shown.at(-1)?.id ?? null) : null
      return { value: { items, nextCursor, closed: closed === undefined ? null : rejections[closed] } }
    },

    fileOwnClaim: async ({ caller, pathId, body: { shop: shopDomain, day, words: reason } }) => {
      const key = findMember(caller, pathId)
      const { actor } = caller
      const occurredAtMs = (await findDayStart(database, key.workspaceId, day)).getTime()
      const claim = { ...key, shopDomain, reason, occurredAtMs, actor }
      const filed = await fileClaim(actAs(database, actor), claim)
      return { value: { rejected: filed.ok ? null : rejections[filed.rejection] } }
    },
  } satisfies Handlers<ClaimOperations, RequestContext>
}
