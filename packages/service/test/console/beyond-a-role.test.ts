import type { Operation } from '@affiliate-platform/contract'
import {
  type ConsoleBody,
  type ConsoleOperations,
  type ConsoleResponse,
  type ConsoleScope,
  consoleOperations,
  currencyScale,
  type Role,
  roles,
  scopesOfRole,
  toDecimal,
} from '@affiliate-platform/contract/console'
import type { Random } from '@affiliate-platform/operator/demo'
import { apply, listApplications } from '@affiliate-platform/platform/applications'
import { listInvitations, sendInvitation } from '@affiliate-platform/platform/invitations'
import { addMaterial } from '@affiliate-platform/platform/materials'
import { createMembership } from '@affiliate-platform/platform/memberships'
import { tellByMail } from '@affiliate-platform/platform/outbox'
import { inviteMember, invitePerson } from '@affiliate-platform/platform/people'
import { updateProgram } from '@affiliate-platform/platform/programs'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { mutateJson } from '@affiliate-platform/test-support/guarantee-mutations'
import {
  pick,
  report,
  runInLanes,
  scale,
  startPart,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import type { TestRequest, TestService } from '@affiliate-platform/test-support/test-service'
import { addReceiver, insertMessages, secretKey } from '@affiliate-platform/test-support/webhook-receivers'
import { expect, test } from 'vitest'
import { lookAtEverything } from './look-at-everything.ts'
import { misplaceSale } from './misplace-sale.ts'
import { prepareImports } from './prepare-imports.ts'
import { propose } from './propose.ts'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const requests = scale({ quick: 300, soak: 10_000 })
const looks = 10

type Lacking = Exclude<ConsoleScope, 'console:read'>

/** The operations that act and that some role may not do. */
type Act = {
  [Name in keyof ConsoleOperations]: ConsoleOperations[Name] extends { readonly method: 'GET' }
    ? never
    : ConsoleOperations[Name] extends { readonly scope: Lacking }
      ? Name
      : never
}[keyof ConsoleOperations]

/** What would act, were it sent by an owner. */
interface Sample<Name extends Act> {
  readonly id?: string
  readonly body?: ConsoleBody<Name>
}

/** What is there to act on. */
interface Ground {
  readonly membershipId: string
  /** Who acts for it in the portal. */
  readonly memberAccountId: string
  readonly rules: ConsoleBody<'saveMemberTerms'>['rules']
  readonly preview: ConsoleResponse<'previewPayoutRun'>
  readonly unpaid: ConsoleResponse<'readPayoutFacts'>
  readonly voidable: ConsoleResponse<'readPayoutFacts'>
  readonly paid: ConsoleResponse<'readPayoutFacts'>
  readonly listed: ConsoleResponse<'readPayoutFacts'>
  readonly runId: string
  readonly programId: string
  readonly applicationId: string
  readonly invitationId: string
  readonly materialId: string
  /** Whom nothing else is about. */
  readonly other: Readonly<Record<'id' | 'name', string>>
  readonly appId: string
  /** Of an export that can be imported, and an import that can be undone. */
  readonly uploadId: string
  readonly importId: string
  readonly proposalId: string
  readonly caseId: string
  /** Of keys that work. */
  readonly keyIds: readonly string[]
  /** That has a contact. */
  readonly shop: string
  /** Whose source names another shop. */
  readonly sale: Readonly<Record<'appId' | 'platformId' | 'namedShop', string>>
  /** Of an endpoint at which a message was given up. */
  readonly endpointId: string
  readonly otherEndpointId: string
  readonly messageId: string
  readonly mail: Readonly<Record<'id' | 'recipientId', string>>
  readonly accountIds: Readonly<Record<'Ada' | 'Finn' | 'Rita', string>>
}

/** For each of them what would act: an operation without one does not compile. */
const samples: { readonly [Name in Act]: (ground: Ground) => readonly Sample<Name>[] } = {
  saveMemberTerms: ({ membershipId: id, rules }) => [{ id, body: { rules: { ...rules, rateBps: 9000 } } }],
  freezePayoutRun: ({ preview: { asOf, hash: previewHash } }) => [
    { body: { id: crypto.randomUUID(), asOf, previewHash } },
  ],
  recordPayment: ({ unpaid, voidable, paid }) => [
    {
      id: unpaid.id,
      body: {
        ...{ kind: 'report', id: crypto.randomUUID(), amount: unpaid.unpaid },
        ...{ method: 'PayPal', reference: null, paidOn: null, isMeant: true },
      },
    },
    { id: voidable.id, body: { kind: 'void', reason: 'none' } },
    {
      id: paid.id,
      body: {
        ...{ kind: 'retraction', reason: 'none' },
        reportId: paid.facts.find(({ kind }) => kind === 'report')?.id ?? '',
      },
    },
  ],
  writePayoutFiles: ({ runId: id }) => [{ id, body: { format: 'paypal' } }],
  recordResults: ({ listed: { id, unpaid } }) => [
    {
      body: {
        content: `reference,amount,currency\n${id},${toDecimal(unpaid.amountMinor, currencyScale(unpaid.currency) ?? 0)},${unpaid.currency}`,
        ...{ rowsBefore: 0, method: 'PayPal', isMeant: true, isDryRun: false },
      },
    },
  ],
  setExclusion: ({ membershipId: id }) => [
    { id, body: { isExcluded: true, currency: null, reason: 'none' } },
  ],
  setPayee: ({ membershipId: id }) => [
    {
      id,
      body: {
        ...{ name: 'Eve', kind: 'person', method: 'paypal', email: 'eve@x.example' },
        ...{ iban: null, bic: null, town: null, country: null, effectiveFrom: null },
      },
    },
  ],
  inviteToPortal: ({ membershipId: id }) => [
    { id, body: { email: `${crypto.randomUUID()}@x.example`, name: 'Eve' } },
  ],
  viewAsMember: ({ membershipId: id }) => [{ id }],
  issueMemberLink: ({ membershipId: id, memberAccountId: accountId }) => [{ id, body: { accountId } }],
  removeFromPortal: ({ membershipId: id, memberAccountId: accountId }) => [{ id, body: { accountId } }],
  eraseMember: ({ other: { id, name } }) => [{ id, body: { isDryRun: false, name } }],
  reviewProposal: ({ proposalId: id }) => [{ id, body: { decision: 'decline', reason: 'none' } }],
  decideCase: ({ caseId: id }) => [{ id, body: { answer: 'accept', reason: 'none', revision: 0 } }],
  invitePerson: () => [{ body: { email: `${crypto.randomUUID()}@x.example`, name: 'Eve', role: 'owner' } }],
  changeRole: ({ accountIds: { Finn, Rita } }) => [
    { id: Rita, body: { role: 'owner' } },
    { id: Finn, body: { role: 'owner' } },
    { id: Finn, body: { role: null } },
  ],
  issueSignInLink: ({ accountIds: { Ada } }) => [{ id: Ada }],
  changePersonAddress: ({ accountIds: { Rita } }) => [
    { id: Rita, body: { email: `${crypto.randomUUID()}@x.example`, reason: 'none' } },
  ],
  keepPersonAddress: ({ accountIds: { Rita } }) => [{ id: Rita }],
  endPersonSessions: ({ accountIds: { Rita } }) => [{ id: Rita }],
  createKey: () => [{ body: { kind: 'workspace', name: 'Eve', expiresAt: null } }],
  rotateKey: ({ keyIds: [id = ''] }) => [{ id, body: { overlapSeconds: 0, expiresAt: null } }],
  revokeKey: ({ keyIds: [, id = ''] }) => [{ id }],
  eraseShop: ({ shop }) => [{ body: { shop } }],
  moveSale: ({ sale: { appId, platformId, namedShop: shop } }) => [
    { body: { appId, platformId, shop, reason: 'none', isDryRun: false } },
  ],
  reconcileSales: ({ appId }) => [{ body: { appId, from: '2026-01-01', to: '2026-02-01' } }],
  addEndpoint: ({ appId }) => [
    { body: { url: 'https://eve.example/', appId, topics: ['referral.created'] } },
  ],
  rotateEndpoint: ({ endpointId: id }) => [{ id, body: { overlapSeconds: 0 } }],
  testEndpoint: ({ endpointId: id }) => [{ id }],
  repeatFailedDeliveries: ({ endpointId: id }) => [{ id }],
  repeatDelivery: ({ endpointId, messageId: id }) => [{ id, body: { endpointId } }],
  switchEndpoint: ({ endpointId: id }) => [
    { id, body: { isEnabled: false } },
    { id, body: { isEnabled: true } },
  ],
  removeEndpoint: ({ otherEndpointId: id }) => [{ id }],
  repeatMail: ({ mail: { id, recipientId } }) => [{ id, body: { recipientId } }],
  sendTestMail: () => [{}],
  uploadHistoryPiece: ({ uploadId }) => [
    { body: { uploadId, file: 'other.json', number: 0, content: 'H4sI' } },
  ],
  importHistory: ({ uploadId, appId }) => [
    {
      body: {
        ...{ uploadId, source: 'mantle', name: 'export', appId, cutOver: '2026-01-01', appThere: null },
        ...{ everyPlanOf: [], currency: 'USD', isDryRun: false },
      },
    },
  ],
  undoHistoryImport: ({ importId: id }) => [{ id, body: { reason: 'none' } }],
  setTimeZone: () => [{ body: { timeZone: 'Asia/Tokyo' } }],
  setPayeeHold: () => [{ body: { days: 5 } }],
  setPublicPage: ({ programId: id }) => [{ id, body: { isOpen: true } }],
  decideApplication: ({ applicationId: id }) => [
    { id, body: { state: 'approved', groupId: null, reason: null } },
  ],
  closeProgram: ({ programId: id }) => [{ id, body: { reason: 'none' } }],
  reopenProgram: ({ programId: id }) => [{ id }],
  sendInvitation: ({ programId: id }) => [
    { id, body: { email: `${crypto.randomUUID()}@x.example`, name: 'Eve', groupId: null } },
  ],
  withdrawInvitation: ({ invitationId: id }) => [{ id }],
  addMaterial: ({ programId: id }) => [
    { id, body: { id: crypto.randomUUID(), title: 'Logo', words: 'Mine', url: null } },
  ],
  changeMaterial: ({ materialId: id }) => [{ id, body: { title: 'Logo', words: 'Eve’s', url: null } }],
  removeMaterial: ({ materialId: id }) => [{ id }],
  setPayDay: ({ programId: id }) => [{ id, body: { payDay: 7 } }],
}

/** Lets somebody apply, by a page that is closed afterwards. */
async function receiveApplication({ database, ids: { workspaceId, programId } }: TestService) {
  const open = (hasPublicPage: boolean) =>
    updateProgram(database, { workspaceId, id: programId }, { hasPublicPage })
  await open(true)
  await apply(database, { workspaceId, programId, email: 'lea@x.example', name: 'Lea', words: 'A blog' })
  await open(false)
  const filter = { workspaceId, programId, state: undefined }
  const [application] = await listApplications(database, filter, { after: undefined, limit: 1 })
  return application?.id ?? ''
}

/** Invites somebody, who does not come. */
async function inviteSomebody({ database, ids: { workspaceId, programId } }: TestService) {
  const kim = { email: 'kim@x.example', name: 'Kim', groupId: null }
  await sendInvitation(database, { workspaceId, programId, ...kim })
  const [invitation] = await listInvitations(
    database,
    { workspaceId, programId },
    { after: undefined, limit: 1 },
  )
  return invitation?.id ?? ''
}

async function addOther({ database, ids: { workspaceId, programId } }: TestService) {
  const name = 'Nobody else'
  const plan = { workspaceId, programId, groupId: null, name, allowManualClaims: null }
  const membership = await createMembership(database, plan)
  return { id: membership?.id ?? '', name }
}

async function shareSomething({ database, ids: { workspaceId, programId } }: TestService) {
  const id = crypto.randomUUID()
  await addMaterial(database, { workspaceId, programId, id, title: 'Logo', words: 'Ours', url: null })
  return id
}

async function sendMail({ database, ids: { workspaceId } }: TestService, accountId: string) {
  const id = await tellByMail(database, { workspaceId, accountId }, 'test')
  return { id, recipientId: accountId }
}

/** Adds endpoints, and has a message be given up at one. */
async function giveUp({ database, ids: { workspaceId } }: TestService) {
  const { id: endpointId } = await addReceiver(database, workspaceId, 'https://receiver.example/')
  const { id: otherEndpointId } = await addReceiver(database, workspaceId, 'https://receiver.example/')
  const [messageId = ''] = await insertMessages(database, { workspaceId, endpointId }, 1)
  const text = 'update outbox_messages set next_attempt_at = null where id = $1'
  await database.query({ name: '', text }, [messageId])
  return { endpointId, otherEndpointId, messageId }
}

async function addContact({ database, ids: { workspaceId } }: TestService): Promise<string> {
  const shop = 'erased-in-the-end.myshopify.com'
  const text =
    'insert into contacts (workspace_id, shop_domain, email, created_at, updated_at) values ($1, $2, $3, now(), now())'
  await database.query({ name: '', text }, [workspaceId, shop, 'kim@shop.example'])
  return shop
}

/** What hands out what others must not see, and changes nothing. */
const readsOnly: readonly string[] = ['writePayoutFiles', 'reconcileSales'] satisfies readonly Act[]

// Sessions, and what is only sent once more, are no records of what was decided. An upload becomes one as an import.
const outsideTheAudit: readonly string[] = [
  ...(['endPersonSessions', 'testEndpoint', 'repeatFailedDeliveries', 'repeatDelivery'] as const),
  ...(['repeatMail', 'sendTestMail', 'uploadHistoryPiece'] as const),
] satisfies readonly Act[]

const acts = Object.values<Operation>(consoleOperations).filter(
  ({ method, scope }) => method !== 'GET' && scope !== undefined && scope !== 'console:read',
)

/** Each act with each role that may not do it. */
const pairs = acts.flatMap((operation) =>
  roles
    .filter((role) => !scopesOfRole[role].some((scope) => scope === operation.scope))
    .map((role) => ({ operation, role })),
)

const samplesOf = (operation: Operation, ground: Ground): readonly Sample<Act>[] =>
  samples[operation.id as Act](ground)

const toRequest = (
  { method, path, repeatable }: Operation,
  { id = '', body }: Sample<Act>,
): [string, TestRequest] => [
  path.replace(':id', id),
  {
    method,
    ...(body !== undefined && { json: body }),
    ...(repeatable !== undefined && { headers: { 'idempotency-key': crypto.randomUUID() } }),
  },
]

const forgeries = [
  { 'x-http-method-override': 'GET' },
  { 'x-forwarded-user': 'ada@bright.example' },
  { 'x-original-url': '/api/console/v1/session' },
  { 'idempotency-key': 'k' },
  { 'content-type': 'text/plain' },
  { origin: 'https://evil.example' },
  { authorization: 'Bearer aff_session_chosen' },
]

const membersBeyond = [
  { role: 'owner' },
  { scopes: ['console:read', 'money:write', 'workspace:manage'] },
  { actor: 'operator:ada' },
  { accountId: '01890000-0000-7000-8000-000000000001' },
]

/** Makes a request odd in one way or another. */
function bend(random: Random, [path, request]: [string, TestRequest]): [string, TestRequest] {
  const { json, ...rest } = request
  switch (random.below(6)) {
    case 0: {
      const body = new Uint8Array(mutateJson(random, Buffer.from(JSON.stringify(json ?? {}))))
      return [path, { ...rest, body, headers: { 'content-type': 'application/json' } }]
    }
    case 1:
      return [path, { ...rest, json: { ...Object(json), ...pick(random, membersBeyond) } }]
    case 2:
      return [path, { ...request, headers: pick(random, forgeries) }]
    case 3:
      return [path, { ...request, method: pick(random, ['PUT', 'PATCH', 'DELETE', 'POST']) }]
    case 4:
      return [
        `${path}${pick(random, ['/', '?role=owner', '?scope=workspace:manage', '%2f', ';a=b'])}`,
        request,
      ]
    default:
      return [path.replace('/api/', pick(random, ['//api/', '/API/', '/%61pi/', '/api/./'])), request]
  }
}

describeServiceOnEachEngine(
  'a role of the console',
  { console: { place: { origin }, folder, sendsMail: true }, secretKey },
  (service) => {
    async function findGround(): Promise<Ground> {
      const headers = await signIn(service(), 'Ada')
      const read = async <Value>(path: string): Promise<Value> => {
        const response = await service().fetch(`/api/console/v1${path}`, { headers })
        expect([path, response.status]).toEqual([path, 200])
        return (await response.json()) as Value
      }
      const { workspaceId, membershipId } = service().ids
      // Before the preview, in which it is a warning.
      const sale = await misplaceSale(service().database, workspaceId)
      const mia = { email: 'mia@harbour.example', name: 'Mia' }
      const invited = await inviteMember(service().database, { workspaceId, membershipId, ...mia })
      const { inForce } = await read<ConsoleResponse<'readMember'>>(`/members/${membershipId}`)
      const { items } = await read<ConsoleResponse<'listPayoutRuns'>>('/payout-runs')
      const runs = await Promise.all(
        items.map(({ id }) => read<ConsoleResponse<'readPayoutRun'>>(`/payout-runs/${id}`)),
      )
      const cases = await read<ConsoleResponse<'listCases'>>('/cases')
      const keys = await read<ConsoleResponse<'listKeys'>>('/keys')
      const made = runs.flatMap(({ decisions }) => decisions.flatMap(({ payout }) => payout ?? []))
      const readPayout = async (status: string, index = 0) => {
        const ofStatus = made.filter((payout) => payout.status === status)
        return await read<ConsoleResponse<'readPayoutFacts'>>(`/payouts/${ofStatus[index]?.id}`)
      }
      if (inForce === null) throw new Error('The demo has terms.')
      const { thresholds: _thresholds, ...rules } = inForce.rules
      const accountOf = (name: string) => findAccountId(service(), name)
      return {
        ...{ membershipId, rules: rules as Ground['rules'], preview: await read('/payout-runs/preview') },
        ...{ unpaid: await readPayout('unreported'), voidable: await readPayout('unreported', 1) },
        ...{ paid: await readPayout('reported'), listed: await readPayout('unreported', 2) },
        memberAccountId: invited?.person.id ?? '',
        ...{ runId: items[0]?.id ?? '', programId: service().ids.programId },
        applicationId: await receiveApplication(service()),
        invitationId: await inviteSomebody(service()),
        materialId: await shareSomething(service()),
        other: await addOther(service()),
        ...(await prepareImports(service())),
        ...{ proposalId: await propose(service()), caseId: cases.items[0]?.id ?? '' },
        shop: await addContact(service()),
        sale,
        ...(await giveUp(service())),
        mail: await sendMail(service(), await accountOf('Ada')),
        keyIds: keys.items.filter(({ state }) => state === 'works').map(({ id }) => id),
        accountIds: {
          Ada: await accountOf('Ada'),
          Finn: await accountOf('Finn'),
          Rita: await accountOf('Rita'),
        },
      }
    }

    test(`does nothing beyond it by ${requests} hand-made requests, which an owner's would have done [D339]`, async () => {
      startRandom()
      const { database, ids, clock } = service()
      const invited = { email: 'sam@bright.example', name: 'Sam', role: 'support' } as const
      await invitePerson(database, { workspaceId: ids.workspaceId, ...invited, actor: 'operator:test' })
      const ground = await findGround()
      const names: Readonly<Record<Role, string>> = {
        ...{ owner: 'Ada', finance: 'Finn', support: 'Sam', reader: 'Rita' },
      }
      const sessions = new Map<Role, Awaited<ReturnType<typeof signIn>>>()
      for (const role of roles) sessions.set(role, await signIn(service(), names[role]))
      const send = async (role: Role, [path, { headers, ...request }]: [string, TestRequest]) => {
        // Time goes on, or the quota's window would hold every request of the test.
        clock.advance(250)
        const sent = { ...request, headers: { ...sessions.get(role), ...headers } }
        const response = await service().fetch(path, sent)
        // Some tell line by line how far they are.
        const last = (await response.text()).trimEnd().split('\n').at(-1) ?? ''
        return [response.status, (JSON.parse(last) as { readonly code?: string }).code] as const
      }

      const before = await lookAtEverything(service())
      expect(Object.keys(before).length).toBeGreaterThan(50)
      const seen = new Map<string, number>()
      for (let look = 0; look < looks; look += 1) {
        const from = look * (requests / looks)
        await runInLanes({ count: requests / looks, lanes: 4 }, async (part) => {
          const random = startPart(from + part)
          const pair = pairs[(from + part) % pairs.length]
          if (pair === undefined) throw new RangeError('No act is beyond any role.')
          const { operation, role } = pair
          const plain = toRequest(operation, pick(random, samplesOf(operation, ground)))
          const isPlain = random.below(2) === 0
          const request = isPlain ? plain : bend(random, plain)
          const [status, code] = await send(role, request)
          const what = `${role}: ${JSON.stringify(request)}`
          if (isPlain) expect([status, code], what).toEqual([403, 'scope_denied'])
          expect([status >= 400 && status < 500, status], what).toEqual([true, status])
          seen.set(`${status} ${code}`, (seen.get(`${status} ${code}`) ?? 0) + 1)
        })
        expect(await lookAtEverything(service())).toEqual(before)
      }
      const told = [...seen].toSorted().map(([response, times]) => `${response}: ${times}`)
      report(
        `${requests} requests beyond a role: 0 acts in ${Object.keys(before).length} tables; ${told.join(', ')}`,
      )

      const entriesOfAda = async () => {
        const actor = `operator:${await findAccountId(service(), 'Ada')}`
        const text =
          'select count(*)::int as entries from audit_entries where workspace_id = $1 and actor = $2'
        const [row] = await database.query<{ readonly entries: number }>({ name: '', text }, [
          ids.workspaceId,
          actor,
        ])
        return row?.entries ?? 0
      }
      let last = before
      const unaudited = new Set<string>()
      for (const operation of acts) {
        for (const sample of samplesOf(operation, ground)) {
          const earlier = await entriesOfAda()
          const [status] = await send('owner', toRequest(operation, sample))
          if ((await entriesOfAda()) === earlier) unaudited.add(operation.id)
          const after = await lookAtEverything(service())
          const what = `${operation.id} ${JSON.stringify(sample)}`
          expect([status, JSON.stringify(after) === JSON.stringify(last)], what).toEqual([
            200,
            readsOnly.includes(operation.id),
          ])
          last = after
        }
      }
      expect([...unaudited].toSorted()).toEqual([...readsOnly, ...outsideTheAudit].toSorted())
    })
  },
)
