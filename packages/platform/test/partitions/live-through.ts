import { firstReceipt, listOperations, recordOperations, redeemSetupCode } from '@affiliate-platform/contract'
import { startPart } from '@affiliate-platform/test-support/guarantee-scale'
import { buildExampleRules, buildMoneyWorld } from '@affiliate-platform/test-support/money-world'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { expect } from 'vitest'
import { useHalves } from '../../../service/test/halves/use-halves.ts'
import { issueSetupCode } from '../../src/api-keys.ts'
import { anchorFacts, verifyWorkspace } from '../../src/audit.ts'
import { proposeContract, reviewProposal } from '../../src/contracts.ts'
import type { Database } from '../../src/database.ts'
import { eraseMember } from '../../src/erasure.ts'
import { erasePaidPayees } from '../../src/payees/erase-payees.ts'
import { setPayee } from '../../src/payees.ts'
import { inviteMember } from '../../src/people.ts'
import { setTerms } from '../../src/terms.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { importExport } from '../history/import-export.ts'
import { buildCommission, buildExport, buildPaid, buildPayout } from '../history/mantle-export.ts'
import * as payoutActs from '../random-histories/acts-of-payouts.ts'
import * as saleActs from '../random-histories/acts-of-sales.ts'
import { drawRules, type Random, shops } from '../random-histories/draw-rows.ts'
import { buildWorld, referShop, type World } from '../random-histories/world.ts'

/** Lives through what a platform lives through, in some workspaces: every way that writes, and every page that is read. */
export async function liveThrough(database: Database): Promise<void> {
  await useHalves(database)
  await callOperations(await createTestService({ database }))
  for (const part of [0, 1, 2]) await tellHistory(database, startPart(part))
  await reviewProposals(database)
  await bringHistory(database)
  await eraseSomebody(database)
  await anchorFacts(database, 0)
  const statement = { name: 'test_list_workspaces', text: 'select workspace_id as id from workspaces' }
  for (const { id } of await database.query<{ id: string }>(statement, [])) {
    expect(await verifyWorkspace(database, id)).toMatchObject({ difference: null })
    expect(await verifyMoney(database, id)).toMatchObject({ difference: null })
  }
}

/** A member who has a payee and acts for themself, and is erased. */
async function eraseSomebody(database: Database): Promise<void> {
  const { workspaceId, membershipId } = await insertApp(database)
  const [actor, name, email] = ['operator:mia', 'Mia', 'mia@example.com']
  await inviteMember(database, { workspaceId, membershipId, email, name })
  await setPayee(database, {
    ...{ workspaceId, membershipId, effectiveFrom: undefined, actor, name, email, kind: 'person' },
    ...{ method: 'paypal', iban: null, bic: null, town: null, country: null },
  })
  const erasure = await eraseMember(database, { workspaceId, membershipId, actor, isDryRun: false })
  expect(erasure).toMatchObject({ payeesErased: 1, people: [{ isErased: true }] })
  await erasePaidPayees(database)
}

/** An export of Mantle, and a later one: what was open is paid, or cancelled. */
async function bringHistory(database: Database): Promise<void> {
  const app = await insertApp(database)
  const paid = { ...buildExport(), 'payouts.json': [buildPayout(1, 3)] }
  const files = { ...paid, 'commissions.json': [buildPaid(1, 3), buildCommission(2, 2)] }
  const cancelled = { cancelled: true, updatedAt: '2025-05-05T00:00:00.000Z' }
  const later = { ...files, 'commissions.json': [buildPaid(1, 3), buildCommission(2, 2, cancelled)] }
  await importExport(database, app, files, { isDryRun: true })
  for (const each of [files, later]) await importExport(database, app, each)
}

async function callOperations(service: TestService): Promise<void> {
  const { keys, ids } = service
  const ask = async (path: string, key: string, json?: unknown): Promise<void> => {
    const sent = json === undefined ? { key } : { method: 'POST', key, json }
    expect((await service.fetch(path, sent)).status, path).toBe(200)
  }
  for (const headers of [{}, { 'Idempotency-Key': 'k' }, { 'Idempotency-Key': 'k' }]) {
    await saveTerms(service, { json: { rules: buildRules() }, headers })
  }
  const { programId, groupId, membershipId } = ids
  const filters = { programId, groupId, membershipId, currency: 'USD', search: 'a' }
  for (const { path, query, statuses } of listOperations) {
    const searches = [...Object.entries(filters).map(([name, value]) => ({ [name]: value })), filters, {}]
    for (const search of [...searches, { status: statuses[0] ?? '' }]) {
      const given = Object.entries(search).filter(([name]) => name in query.shape)
      await ask(`${path}?${new URLSearchParams(given)}`, keys.affiliate)
    }
  }
  for (const { path, record, query } of recordOperations) {
    const target = path.replace(':id', Object(ids)[`${record}Id`])
    await ask(`${target}${'unit' in query.shape ? '?unit=1' : ''}`, keys.affiliate)
  }
  const [shop] = service.shops
  const identification = { myshopifyDomain: shop?.domain, accessToken: shop?.accessToken, appId: ids.appId }
  await ask('/api/identify', keys.workspace, identification)
  await ask('/api/identify', keys.workspace, { ...identification, country: 'Norway' })
  await ask(`${firstReceipt.path}?appId=${ids.appId}&since=2026-01-01T00:00:00Z`, keys.workspace)
  await ask('/api/compliance/shop-redact', keys.workspace, { myshopifyDomain: shop?.domain })
  const issued = await issueSetupCode(service.database, ids)
  await ask(redeemSetupCode.path, issued?.code ?? '', {})
}

const { run, speakOfPayment, payByHand, settleDebt } = payoutActs
const { importSome, resume, moveOne, linkOne, changeReferral } = saleActs
const imported = [importSome, importSome, resume, moveOne, linkOne]
const paid = [run, speakOfPayment, speakOfPayment, payByHand, settleDebt, settleDebt]
const round: readonly ((world: World, random: Random) => Promise<void>)[] = [
  ...imported,
  ...paid,
  changeReferral,
  importSome,
]

async function tellHistory(database: Database, random: Random): Promise<void> {
  const world = await buildWorld(database, random.below(2) === 0)
  for (const [place, membershipId] of world.memberIds.entries()) {
    await referShop(world, { membershipId, shopDomain: shops[place] ?? shops[0], rules: drawRules(random) })
  }
  await payoutActs.saveTerms(world, random)
  for (const act of [...round, ...round, ...round]) await act(world, random)
  await saleActs.postWhatWaits(world)
}

async function reviewProposals(database: Database): Promise<void> {
  const { workspaceId, membershipId, referralId } = await buildMoneyWorld(database)
  const target = { kind: 'membership', id: membershipId } as const
  const rules = buildExampleRules({ rateBps: 3000 })
  const set = await setTerms(database, {
    ...{ workspaceId, target, rules, effectiveAtMs: undefined, operator: 'mia' },
  })
  for (const decision of ['accept', 'decline'] as const) {
    const proposing = await proposeContract(database, {
      ...{ workspaceId, referralId, termsVersionId: set.ok ? set.version.id : '', actor: 'operator:mia' },
      appliesFrom: new Date(decision === 'accept' ? '2099-01-01T00:00:00Z' : '2099-02-01T00:00:00Z'),
    })
    const proposalId = proposing.ok ? proposing.proposal.id : ''
    const review = { workspaceId, proposalId, decision, reason: 'agreed', actor: 'operator:noa' }
    expect(await reviewProposal(database, review)).toMatchObject({ ok: true })
  }
}
