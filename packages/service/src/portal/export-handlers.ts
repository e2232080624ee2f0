import type { memberOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Caller, type Handlers } from '@affiliate-platform/contract/server'
import { listApplicationsOf } from '@affiliate-platform/platform/applications'
import type { Database, RequestContext } from '@affiliate-platform/platform/database'
import { listUnwantedMail } from '@affiliate-platform/platform/outbox'
import { listPayees } from '@affiliate-platform/platform/payees'
import {
  findAccount,
  isFreshSession,
  listAddressChanges,
  listMembershipPeople,
  listMemberViews,
  listOwnMemberships,
  listPasskeys,
  listSessions,
  type OwnMembership,
} from '@affiliate-platform/platform/people'
import type { createDownloadLane } from '../console/download-lane.ts'
import type { createClaimHandlers } from './claim-handlers.ts'
import type { createEarningHandlers } from './earning-handlers.ts'
import type { createHomeHandlers } from './home-handlers.ts'
import type { createOwnLinkHandlers } from './link-handlers.ts'
import type { createOwnPayoutHandlers } from './payout-handlers.ts'
import { findMember, type PortalContext, selfOf, toTeller } from './portal-context.ts'

type ExportOperations = Pick<typeof memberOperations, 'downloadOwnData'>

/** What shows a member all of theirs: the export is what they see, so it says nothing else. */
type Shown = ReturnType<typeof createHomeHandlers> &
  ReturnType<typeof createEarningHandlers> &
  ReturnType<typeof createOwnPayoutHandlers> &
  ReturnType<typeof createOwnLinkHandlers> &
  ReturnType<typeof createClaimHandlers>

type Asked = Parameters<Shown['readHome']>[0]
/** Each of what is shown has a query of its own. */
type Unasked = Omit<Asked, 'query'>

interface Sources {
  readonly database: Database
  readonly shown: Shown
}

interface ReadPage {
  readonly value: { readonly items: readonly object[]; readonly nextCursor: string | null }
}

const pageRows = 25

/** Sends members all that is known of them (D448). */
export function createExportHandlers(
  { database }: PortalContext,
  shown: Shown,
  lane: ReturnType<typeof createDownloadLane>,
) {
  return {
    downloadOwnData: async (asked) => {
      if (!(await isFreshSession(database, asked.caller))) throw accessDenied()
      lane.check(asked)
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="my-data.json"',
      }
      return { pieces: lane.write(toPieces({ database, shown }, asked), asked), headers }
    },
  } satisfies Handlers<ExportOperations, RequestContext>
}

async function* toPieces(sources: Sources, asked: Unasked) {
  const { caller } = asked
  const { database } = sources
  yield `{"person":${JSON.stringify(await readPerson(database, caller))},\n"memberships":[`
  let separator = ''
  const own = await listOwnMemberships(database, { ...caller, accountId: caller.lineageId })
  for (const membership of own) {
    yield `${separator}\n`
    yield* writeMembership(sources, { ...asked, pathId: membership.id }, membership)
    separator = ','
  }
  yield ']}\n'
}

/** What is not so much that it would be a list. */
async function readHead(
  { database, shown }: Sources,
  asked: Unasked & { readonly query: undefined },
  membership: OwnMembership,
) {
  const key = findMember(asked.caller, membership.id)
  const [{ value: home }, { value: terms }, { value: links }, people, views, payees] = await Promise.all([
    shown.readHome(asked),
    shown.readOwnTerms(asked),
    shown.listOwnLinks(asked),
    listMembershipPeople(database, key),
    listMemberViews(database, key),
    listPayees(database, key),
  ])
  const { name, appName, programName } = membership
  const { balances, waiting } = home
  return {
    ...{ name, app: appName, program: programName, balances, waiting, terms, links: links.items },
    people: people.map(({ name: called, since }) => ({ name: called, since })),
    seenByOperators: views.map(({ at }) => at),
    payoutDetails: payees.map(({ id: _id, actor, ...payee }) => ({
      ...payee,
      by: toTeller(actor, selfOf(asked.caller)),
    })),
  }
}

/** Lists are read as they are sent, page by page, so that nothing grows with them. */
async function* writeMembership(sources: Sources, asked: Unasked, membership: OwnMembership) {
  const { shown } = sources
  const one = { ...asked, query: undefined }
  yield JSON.stringify(await readHead(sources, one, membership)).slice(0, -1)
  const list = (cursor: string | undefined) => ({
    ...asked,
    query: { limit: pageRows, ...(cursor !== undefined && { cursor }) },
  })
  yield* writeList('referrals', (cursor) => shown.listOwnReferrals(list(cursor)))
  yield* writeList('earnings', (cursor) => shown.listEarnings(list(cursor)))
  yield* writeList('claims', (cursor) => shown.listOwnClaims({ ...asked, query: { cursor } }))
  yield* writeList('payouts', async (cursor) => {
    const { value } = await shown.listOwnPayouts(list(cursor))
    const items = []
    for (const { id } of value.items) {
      const { acts: _acts, ...payout } = (await shown.readOwnPayout({ ...one, pathId: id })).value
      items.push(payout)
    }
    return { value: { items, nextCursor: value.nextCursor } }
  })
  yield '}'
}

async function* writeList(name: string, readPage: (cursor: string | undefined) => Promise<ReadPage>) {
  yield `,\n"${name}":[`
  let cursor: string | undefined
  let separator = ''
  do {
    const { items, nextCursor } = (await readPage(cursor)).value
    if (items.length > 0) yield `${separator}${items.map((item) => JSON.stringify(item)).join(',\n')}`
    if (items.length > 0) separator = ',\n'
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  yield ']'
}

async function readPerson(database: Database, { workspaceId, lineageId: accountId }: Caller) {
  const account = await findAccount(database, { workspaceId, accountId })
  if (account === undefined) throw accessDenied()
  const { name, email, createdAt } = account
  const [sessions, unwantedMail, passkeys, applications, addresses] = await Promise.all([
    listSessions(database, { workspaceId, accountId }, 'member'),
    listUnwantedMail(database, { workspaceId, recipientId: accountId }),
    listPasskeys(database, { workspaceId, accountId, audience: undefined }),
    listApplicationsOf(database, { workspaceId, email }),
    listAddressChanges(database, { workspaceId, accountId }),
  ])
  return {
    ...{ name, email, since: createdAt, unwantedMail },
    addressChanges: addresses.map((change) => ({
      ...{ from: change.formerEmail, to: change.email, askedAt: change.createdAt },
      ...{ appliedAt: change.appliedAt, endedAt: change.endedAt },
    })),
    sessions: sessions.map(({ createdAt: signedInAt, usedAt: lastUsedAt }) => ({ signedInAt, lastUsedAt })),
    passkeys: passkeys.map(({ name: called, createdAt: addedAt, lastUsedAt }) => ({
      ...{ name: called, addedAt, lastUsedAt },
    })),
    applications: applications.map(({ programName: program, words, state, ...application }) => ({
      ...{ program, name: application.name, words, state },
      ...{ appliedAt: application.createdAt, decidedAt: application.decidedAt },
    })),
  }
}
