import { operations } from '@affiliate-platform/contract'
import {
  type ConsoleResponse,
  type MemberOperations,
  type MemberResponse,
  memberOperations,
} from '@affiliate-platform/contract/console'
import { attributeWaiting, importAnalytics } from '@affiliate-platform/platform/attribution'
import { insertMembership, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect } from 'vitest'
import { findAccountId, origin, signIn } from '../console/sign-in.ts'
import { apis, createPasskeys } from '../portal/passkeys.ts'
import { addMember, signInAccount } from '../portal/sign-in-member.ts'
import { createBrowser, type Place } from './browser.ts'

type Browser = ReturnType<typeof createBrowser>

type Page = {
  [Name in keyof MemberOperations]: MemberOperations[Name] extends { readonly method: 'GET' } ? Name : never
}[keyof MemberOperations]

const base = apis.member

/** Signs members in, who read each page of the portal, do what it offers, and leave. Their first shop comes by a click. */
export async function usePortal(service: TestService): Promise<void> {
  const mia = await addMember(service, 'Mia')
  const headers = await signInAccount(service, mia)
  const browser = createBrowser(service, headers)
  await bringShop(service, browser)
  await answerPayment(service, browser)
  await changeThings(browser, service)
  await browser.readEach(memberOperations, findPages(service))
  const { enrol, enter } = createPasskeys(() => service)
  expect((await enter(await enrol(headers, mia))).status).toBe(200)
  const ada = { workspaceId: mia.workspaceId, accountId: await findAccountId(service, 'Ada') }
  const ofConsole = await enrol(await signIn(service, 'Ada'), ada, 'operator')
  expect((await enter(ofConsole, 'operator')).status).toBe(200)
  await joinAndLeave(service)
}

/** Somebody follows a link, installs the app, and is a referral once the listing's analytics are told. */
async function bringShop(service: TestService, { post }: Browser): Promise<void> {
  const { database, ids, keys } = service
  const at = `${base}/memberships/${ids.membershipId}/links`
  const link = (await post<MemberResponse<'createOwnLink'>>(at, { label: 'blog' })).items.at(-1)
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
  const followed = await service.fetch(link?.path ?? '', { headers: { 'user-agent': browser } })
  const [listing] = followed.headers.get('location')?.split('?') ?? []
  expect([followed.status, listing]).toEqual([302, 'https://apps.shopify.com/demo-app'])
  await service.app.finish?.()
  const shop = `${crypto.randomUUID()}.myshopify.com`
  const occurredAt = new Date().toISOString()
  const visit = { visitor: shop, occurred_at: occurredAt }
  const rows = [
    { ...visit, event: 'view', page_location: `${listing}?mref=${link?.code}` },
    { ...visit, event: 'install', shop_url: shop },
  ]
  const told = await service.fetch(operations.reportInstallEvent.path, {
    method: 'POST',
    key: keys.installBridge,
    json: { appId: ids.appId, myshopifyDomain: shop, kind: 'installed', occurredAt },
  })
  expect(told.status).toBe(200)
  const { workspaceId, appId } = ids
  await importAnalytics(database, {
    ...{ workspaceId, appId, actor: 'operator:ada', file: 'ga4.ndjson', isDryRun: false },
    ...{ bytes: toNdjson(rows), onProgress: () => undefined },
  })
  await attributeWaiting(database)
  const referred = { name: 'test_find_referral', text: findReferral }
  expect(await database.query(referred, [workspaceId, shop])).toEqual([{ membershipId: ids.membershipId }])
}

const findReferral =
  'select membership_id as "membershipId" from referrals where workspace_id = $1 and shop_domain = $2'

async function* toNdjson(rows: readonly object[]): AsyncGenerator<Uint8Array> {
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

/** An operator says that a payout was paid, and the member that it arrived. */
async function answerPayment(service: TestService, { read, post }: Browser): Promise<void> {
  const { database, ids } = service
  const ada = createBrowser(service, await signIn(service, 'Ada'))
  const payoutId = await insertPayout(database, ids)
  const amount = { amountMinor: '10000', currency: 'USD' }
  const reportId = crypto.randomUUID()
  const report = { id: reportId, amount, method: 'PayPal', reference: null, paidOn: null, isMeant: true }
  await ada.post(`${apis.operator}/payouts/${payoutId}/facts`, { kind: 'report', ...report })
  const { questions } = await read<MemberResponse<'readHome'>>(`${base}/memberships/${ids.membershipId}/home`)
  expect(questions.map((asked) => asked.reportId)).toContain(reportId)
  const fact = { kind: 'confirmation', id: crypto.randomUUID(), reportId, amount }
  const answered = await post<MemberResponse<'answerPayment'>>(`${base}/payouts/${payoutId}/answers`, fact)
  expect(answered.payout.status).toBe('confirmed')
}

/** What a member changes, and asks for. */
async function changeThings({ post }: Browser, { ids }: TestService): Promise<void> {
  const at = `${base}/memberships/${ids.membershipId}`
  const email = `${crypto.randomUUID()}@payee.example`
  const none = { iban: null, bic: null, town: null, country: null }
  await post(`${at}/payee`, { name: 'Mia', kind: 'person', method: 'paypal', email, ...none })
  const shop = `${crypto.randomUUID()}.myshopify.com`
  await post(`${at}/claims`, { shop, day: '2026-01-05', words: 'I set it up' })
  await post(`${base}/mail-choices`, { kind: 'payout_confirmed', isWanted: false })
}

/** How each page of the portal is read: one without a place does not compile. */
function findPages({ ids }: TestService): Readonly<Record<Page, Place>> {
  const { membershipId: id, payoutId, commissionId, programId } = ids
  const ofMoney = ['', 'currency=USD', 'limit=1']
  return {
    ...{ readMemberSession: {}, listMemberSessions: {}, listMemberMailChoices: {}, listMemberPasskeys: {} },
    ...{ readHome: { id }, readOwnPayee: { id }, listOwnLinks: { id }, readOwnTerms: { id } },
    listOwnMaterials: { id },
    ...{ listOwnClaims: { id }, readOwnErasure: {}, downloadOwnData: {}, readPublicPage: { id: programId } },
    readMemberAddress: {},
    listEarnings: { id, queries: [...ofMoney, 'status=held', `payoutId=${payoutId}`] },
    listOwnPayouts: { id, queries: [...ofMoney, 'status=confirmed'] },
    listOwnReferrals: { id, queries: ['', 'status=active'] },
    ...{ explainEarning: { id: commissionId }, readOwnPayout: { id: payoutId } },
    downloadStatement: { id, queries: ['currency=USD&from=2026-01-01&to=2026-03-31'] },
  }
}

/** Somebody applies by the public page and is let in; a member leaves, and is erased. */
async function joinAndLeave(service: TestService): Promise<void> {
  const { database, ids } = service
  const ada = createBrowser(service, await signIn(service, 'Ada'))
  await ada.post(`${apis.operator}/programs/${ids.programId}/public-page`, { isOpen: true })
  const visitor = createBrowser(service, { origin })
  const email = `${crypto.randomUUID()}@members.example`
  const words = { email, name: 'Lea', words: 'A newsletter' }
  await visitor.post(`${base}/programs/${ids.programId}/applications`, words)
  const { items } = await ada.read<ConsoleResponse<'listApplications'>>(
    `${apis.operator}/programs/${ids.programId}/applications`,
  )
  const application = items.find((one) => one.email === email)
  const decision = { state: 'approved', groupId: null, reason: null }
  await ada.post(`${apis.operator}/applications/${application?.id}/decision`, decision)
  for (const path of [apis.operator, base]) await visitor.post(`${path}/sign-in-links`, { email })

  const membershipId = await insertMembership(database, ids, 'Eve')
  const eve = await addMember(service, `Eve-${crypto.randomUUID()}`, membershipId)
  const leaving = createBrowser(service, await signInAccount(service, eve))
  const leave = await leaving.post(`${base}/memberships/${membershipId}/leave`)
  const erase = await leaving.post(`${base}/erasure`)
  expect([leave, erase]).toMatchObject([{ rejected: null }, { rejected: null }])
}
