import {
  type ConsoleOperations,
  type ConsoleResponse,
  consoleOperations,
} from '@affiliate-platform/contract/console'
import { insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { buildRules } from '@affiliate-platform/test-support/terms'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect } from 'vitest'
import { prepareImports } from '../console/prepare-imports.ts'
import { signIn } from '../console/sign-in.ts'
import { createBrowser, type Place } from './browser.ts'

type Browser = ReturnType<typeof createBrowser>

type Page = {
  [Name in keyof ConsoleOperations]: ConsoleOperations[Name] extends { readonly method: 'GET' } ? Name : never
}[keyof ConsoleOperations]

const base = '/api/console/v1'

/** Signs an owner in, who reads each page of the console and does what owners do most. */
export async function useConsole(service: TestService): Promise<void> {
  const browser = createBrowser(service, await signIn(service, 'Ada'))
  await manageMembers(service, browser)
  await payMember(service, browser)
  await manageWorkspace(service, browser)
  await browser.readEach(consoleOperations, await findPages(service, browser))
}

async function manageMembers({ ids }: TestService, { post }: Browser): Promise<void> {
  const at = `${base}/members/${ids.membershipId}`
  const none = { iban: null, bic: null, town: null, country: null, effectiveFrom: null }
  const payee = { name: 'Mia', kind: 'person', method: 'paypal', email: 'mia@payee.example' }
  await post(`${at}/terms`, { rules: buildRules() })
  await post(`${at}/payees`, { ...payee, ...none })
  await post(`${at}/exclusion`, { isExcluded: true, currency: 'EUR', reason: 'a question' })
  await post(`${at}/exclusion`, { isExcluded: false, currency: 'EUR', reason: 'answered' })
  await post(`${base}/programs/${ids.programId}/public-page`, { isOpen: true })
  await post(`${base}/programs/${ids.programId}/pay-day`, { payDay: 7 })
}

/** A run, and a payment by hand with what is said of it. */
async function payMember({ database, ids }: TestService, { read, post }: Browser): Promise<void> {
  const preview = await read<ConsoleResponse<'previewPayoutRun'>>(`${base}/payout-runs/preview`)
  const plan = { id: crypto.randomUUID(), asOf: preview.asOf, previewHash: preview.hash }
  const frozen = await post<ConsoleResponse<'freezePayoutRun'>>(`${base}/payout-runs`, plan)
  expect(frozen.run).not.toBeNull()
  const at = `${base}/payouts/${await insertPayout(database, ids)}`
  const amount = { amountMinor: '10000', currency: 'USD' }
  const reportId = crypto.randomUUID()
  const report = { id: reportId, amount, method: 'PayPal', reference: null, paidOn: null, isMeant: true }
  await post(`${at}/facts`, { kind: 'report', ...report })
  const { status } = await read<ConsoleResponse<'readPayoutFacts'>>(at)
  expect(status).toBe('reported')
  await post(`${at}/facts`, { kind: 'retraction', reason: 'the wrong one', reportId })
}

async function manageWorkspace({ ids }: TestService, { post }: Browser): Promise<void> {
  const email = `${crypto.randomUUID()}@bright.example`
  await post(`${base}/people`, { email, name: 'Sam', role: 'support' })
  await post(`${base}/keys`, { kind: 'workspace', name: 'Studio', expiresAt: null })
  const topics = ['referral.created']
  await post(`${base}/webhook-endpoints`, { url: 'https://receiver.example/', appId: ids.appId, topics })
  await post(`${base}/mails/test`)
  await post(`${base}/mail-choices`, { kind: 'digest', isWanted: false })
  await post(`${base}/calendar/time-zone`, { timeZone: 'Europe/Oslo' })
  await post(`${base}/calendar/payee-hold`, { days: 5 })
}

/** How each page of the console is read: one without a place does not compile. */
async function findPages(service: TestService, { read }: Browser): Promise<Readonly<Record<Page, Place>>> {
  const { appId, programId, membershipId, referralId, commissionId, payoutId } = service.ids
  const { importId } = await prepareImports(service)
  const idOf = async (path: string) =>
    (await read<{ readonly items: readonly { readonly id: string }[] }>(`${base}/${path}`)).items[0]?.id
  const [runId, caseId, linkId] = [await idOf('payout-runs'), await idOf('cases'), await idOf('links')]
  const personId = await idOf('people')
  const { shop } = await read<ConsoleResponse<'readReferral'>>(`${base}/referrals/${referralId}`)
  const ofApp = ['', `appId=${appId}`, 'search=mia', `appId=${appId}&search=mia&limit=1`]
  const ofMember = [...ofApp, `membershipId=${membershipId}`]
  const ofMoney = [...ofMember, 'currency=USD', `membershipId=${membershipId}&currency=USD&search=mia`]
  const shops = { queries: [`shop=${shop}`] }
  const from = '2026-01-01'
  return {
    ...{ readSession: {}, readOverview: {}, readMonths: {}, readCalendar: {}, awaitChange: {} },
    ...{ listPeople: {}, listKeys: {}, listOwnSessions: {}, listPasskeys: {}, listMailChoices: {} },
    ...{ readOwnAddress: {}, readPersonAddress: { id: personId } },
    ...{
      listEndpoints: {},
      searchPrograms: {},
      listPayoutRuns: {},
      previewPayoutRun: {},
      listHistoryImports: {},
      listProposals: {},
    },
    searchMembers: { queries: [...ofApp, 'status=active'] },
    searchReferrals: { queries: [...ofMember, 'status=active'] },
    searchCommissions: { queries: [...ofMoney, 'status=held'] },
    searchPayouts: { queries: [...ofMoney, 'status=confirmed'] },
    searchLinks: { queries: ['', `appId=${appId}`, `membershipId=${membershipId}`, 'search=first'] },
    ...{ downloadMembers: { queries: ofApp }, downloadPayouts: {}, downloadCommissions: {} },
    ...{ downloadReferrals: {}, listDownloads: {}, listSavedAddresses: {} },
    ...{
      readMember: { id: membershipId },
      listPayees: { id: membershipId },
      listMemberPeople: { id: membershipId },
    },
    ...{ readReferral: { id: referralId }, explainCommission: { id: commissionId } },
    ...{ readPayoutFacts: { id: payoutId }, listPayoutLines: { id: payoutId } },
    explainUnit: { id: payoutId, queries: ['unit=1'] },
    ...{ readProgram: { id: programId }, listApplications: { id: programId } },
    ...{ listInvitations: { id: programId }, listMaterials: { id: programId } },
    ...{ readPayoutRun: { id: runId }, listPayableFiles: { id: runId }, readLink: { id: linkId } },
    ...{ readCase: { id: caseId }, readHistoryImport: { id: importId } },
    ...{
      readShop: shops,
      readShopContact: shops,
      findAnything: { queries: ['text=mia', `text=${payoutId}`] },
    },
    listCases: { queries: ['', 'state=decided'] },
    readCoverage: { queries: ['', `appId=${appId}`] },
    readSales: { queries: ['', `appId=${appId}`] },
    listSetAside: { queries: [`appId=${appId}`] },
    listDeliveries: { queries: ['', 'state=failed'] },
    listMails: { queries: ['', 'state=failed'] },
    listAudit: { queries: ['', 'actor=operator:ada', 'subject=program', `from=${from}T00:00:00Z`] },
  }
}
