import { consoleOperations } from '@affiliate-platform/contract/console'
import {
  accessDenied,
  type Handlers,
  rejectBrokenRules,
  replayResponse,
} from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import { listBalances, toPlaces } from '@affiliate-platform/platform/balances'
import { type RequestContext, readDatabaseTime } from '@affiliate-platform/platform/database'
import { findMembership, membershipsList } from '@affiliate-platform/platform/memberships'
import { excludeMembership, listExclusions } from '@affiliate-platform/platform/payout-runs'
import { listMembershipPeople } from '@affiliate-platform/platform/people'
import {
  findTermsInForce,
  type HistoryVersion,
  listTermsHistory,
  setTerms,
  setTermsOnce,
} from '@affiliate-platform/platform/terms'
import { createAppLists } from './app-lists.ts'
import { type ConsoleContext, readNaming, toPlacesOnWire } from './console-context.ts'

type MemberOperations = Pick<
  typeof consoleOperations,
  'searchMembers' | 'readMember' | 'saveMemberTerms' | 'setExclusion'
>

const versionsMax = 100
const exclusionsMax = 100

/** Shows members with their terms over time, and saves new ones. */
export function createMemberHandlers(context: ConsoleContext) {
  const { database } = context
  const { readPage } = createAppLists(context)
  const read = (workspaceId: string, membershipId: string) => readMember(context, workspaceId, membershipId)
  return {
    searchMembers: async (asked) => {
      const { rows, ...list } = await readPage('console-members', membershipsList, asked)
      const { workspaceId } = asked.caller
      const membershipIds = rows.map(({ id }) => id)
      const balances = await listBalances(database, { workspaceId, membershipIds })
      const items = rows.map(({ id, member_name: name, status }) => ({
        ...{ member: { id, name }, status },
        balances: balances
          .filter(({ membershipId }) => membershipId === id)
          .map((balance) => toPlacesOnWire(toPlaces(balance))),
      }))
      return { value: { ...list, items } }
    },

    readMember: async ({ caller: { workspaceId }, pathId }) => ({ value: await read(workspaceId, pathId) }),

    setExclusion: async ({ caller: { workspaceId, actor }, pathId: membershipId, body }) => {
      const { isExcluded, currency, reason } = body
      const exclusion = {
        workspaceId,
        membershipId,
        isExcluded,
        currency: currency ?? undefined,
        reason,
        actor,
      }
      await excludeMembership(actAs(database, actor), exclusion)
      return { value: await read(workspaceId, membershipId) }
    },

    saveMemberTerms: async ({ caller, pathId, body, claim }) => {
      const { workspaceId, lineageId: operator } = caller
      const { rules, effectiveAt } = body
      const order = {
        ...{ workspaceId, rules, operator },
        target: { kind: 'membership', id: pathId } as const,
        effectiveAtMs: effectiveAt === undefined ? undefined : Date.parse(effectiveAt),
      }
      const saved =
        claim === undefined ? await setTerms(database, order) : await setTermsOnce(database, order, claim)
      if (!saved.ok) {
        const { saveMemberTerms } = consoleOperations
        throw 'issues' in saved ? rejectBrokenRules(saveMemberTerms, saved.issues) : accessDenied()
      }
      // The same name for another decision is a mistake of whoever sends it.
      if ('first' in saved) replayResponse(saved.first)
      return { value: await read(workspaceId, pathId) }
    },
  } satisfies Handlers<MemberOperations, RequestContext>
}

/** A member as their screen shows them. */
async function readMember(context: ConsoleContext, workspaceId: string, membershipId: string) {
  const { database } = context
  const nowMs = (await readDatabaseTime(database)).getTime()
  const target = { kind: 'membership', id: membershipId } as const
  const [membership, balances, inForce, versions, exclusions, people] = await Promise.all([
    findMembership(database, { workspaceId, id: membershipId }),
    listBalances(database, { workspaceId, membershipIds: [membershipId] }),
    findTermsInForce(database, { workspaceId, membershipId }, nowMs),
    listTermsHistory(database, { workspaceId, target, nowMs, limit: versionsMax }),
    listExclusions(database, workspaceId, { after: undefined, limit: exclusionsMax, membershipId }),
    listMembershipPeople(database, { workspaceId, membershipId }),
  ])
  if (membership === undefined) throw accessDenied()
  const savedBy = versions.map(({ operator }) => operator && `operator:${operator}`)
  const actors = [...savedBy, ...exclusions.map(({ actor }) => actor)]
  const toName = await readNaming(context, workspaceId, actors)
  return {
    member: { id: membershipId, name: membership.name },
    ...{ state: membership.state, isInPortal: people.length > 0 },
    exclusions: exclusions.map(({ currency, reason, actor, createdAt }) => ({
      ...{ currency, reason },
      by: toName(actor),
      since: createdAt.toISOString(),
    })),
    balances: balances.map((balance) => toPlacesOnWire(toPlaces(balance))),
    inForce: inForce === undefined ? null : { of: inForce.targetKind, rules: inForce.rules },
    versions: versions.map((version) => toVersion(version, toName)),
  }
}

function toVersion(
  { operator, effectiveAt, createdAt, ...version }: HistoryVersion,
  toName: (actor: string) => string,
) {
  return {
    ...{ id: version.id, state: version.state, rules: version.rules },
    effectiveAt: effectiveAt.toISOString(),
    savedAt: createdAt.toISOString(),
    by: operator === null ? 'an API key' : toName(`operator:${operator}`),
  }
}
