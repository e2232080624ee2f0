import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A record as the dashboard's API wrote it. Amounts are texts, which go into the file without their quotes. */
export type Row = Readonly<Record<string, unknown>>

/** A number in the file, digit for digit. */
export class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const digits = (text: string): Digits => new Digits(text)

/** A UUID that says what it is of. */
export function id(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const rulesOf = (percent: number, changes: Row = {}): Row => ({
  percentCommission: percent,
  durationMonths: 12,
  amountPerInstall: null,
  minPlanValue: null,
  revenueComponents: ['subscription', 'usage', 'one-time'],
  revenueType: 'gross',
  ...changes,
})

/** A copy of a program, as rows have it inside. */
export function program(name: string, changes: Row = {}): Row {
  return {
    ...{ id: id(`program ${name}`), name, appId: id('app'), rules: rulesOf(20) },
    ...{ requireApprovalToJoin: false, removeOnUninstallDays: -1, deletedAt: null },
    app: { id: id('app'), name: 'Reviews', displayName: 'Reviews', slug: 'reviews' },
    ...changes,
  }
}

const joined = '2024-01-10T08:00:00.000Z'

/** A person in one program or more. */
export function affiliate(name: string, changes: Row = {}, memberships: readonly Row[] = [{}]): Row {
  return {
    ...{ id: id(name), name, email: `${name}@example.com`, paypalEmail: null, payoutHold: false },
    ...{ createdAt: joined, deletedAt: null },
    ...changes,
    memberships: memberships.map((membership) => ({
      ...{ id: id(`membership ${name} ${JSON.stringify(membership)}`), affiliateId: id(name) },
      affiliateProgramId: id('program Partners'),
      ...{ handle: `${name}1`, status: 'active', createdAt: joined, approvedAt: joined },
      ...{ rejectedAt: null, deletedAt: null, affiliateProgram: program('Partners') },
      ...membership,
    })),
  }
}

/** A referral of a person. */
export function attribution(name: string, of: string, changes: Row = {}, install: Row = {}): Row {
  return {
    ...{ id: id(`referral ${name}`), affiliateId: id(of), affiliateProgramId: id('program Partners') },
    ...{ date: '2024-02-01T10:00:00.000Z', createdAt: '2024-02-01T10:00:05.000Z', deletedAt: null },
    appListingPageViewId: id(`view ${name}`),
    appInstallation: {
      ...{ id: id(`install ${name}`), platformId: String(7000 + Number.parseInt(id(name).slice(0, 5), 16)) },
      ...{ myshopifyDomain: `${name}.myshopify.com`, uninstalledAt: null },
      ...install,
    },
    affiliateProgram: program('Partners'),
    ...changes,
  }
}

/** A commission of a person, on the referral of the same name unless it says another. */
export function commission(name: string, of: string, amount: string, changes: Row = {}): Row {
  const date = '2024-03-05T12:00:00.000Z'
  return {
    ...{ id: id(`commission ${name}`), affiliateId: id(of), affiliateProgramId: id('program Partners') },
    ...{ affiliateAttributionId: id(`referral ${of}`), transactionId: id(`transaction ${name}`) },
    ...{
      amount: digits(amount),
      date,
      updatedAt: date,
      cancelled: false,
      cancelReason: null,
      deletedAt: null,
    },
    ...{ payoutId: null, payout: null, type: 'percent' },
    transaction: {
      ...{ id: id(`transaction ${name}`), type: 'subscription_charge_activated', date },
      ...{ grossAmount: digits('100.00'), grossAmountCurrencyCode: 'USD' },
    },
    ...changes,
  }
}

/** What a commission has of the payout that it is in. */
export function within(name: string, status = 'paid'): Row {
  const paidAt = status === 'paid' ? '2024-04-20T09:00:00.000Z' : null
  return { payoutId: id(`payout ${name}`), payout: { id: id(`payout ${name}`), paidAt, status } }
}

let numbers = 1000

/** A payout to a person. */
export function payout(name: string, of: string, amount: string, changes: Row = {}): Row {
  return {
    ...{ id: id(`payout ${name}`), number: numbers++, affiliateId: id(of) },
    ...{
      affiliateProgramId: id('program Partners'),
      status: 'paid',
      amount: digits(amount),
      amountPaid: digits(amount),
    },
    ...{ periodStart: '2024-03-01T00:00:00.000Z', periodEnd: '2024-03-31T23:59:59.999Z' },
    ...{ paidAt: '2024-04-20T09:00:00.000Z', paymentMethod: 'paypal', paymentRequestedAt: null, notes: null },
    ...{ createdAt: '2024-04-01T00:00:00.000Z', deletedAt: null },
    ...changes,
  }
}

/** The files of a folder. */
export interface MantleFolder {
  readonly affiliates: readonly Row[]
  readonly attributions: readonly Row[]
  readonly recovered: readonly Row[]
  readonly commissions: readonly Row[]
  readonly payouts: readonly Row[]
}

/** Writes a folder as an operator saved it from the dashboard. */
export async function writeMantleFolder(folder: string, files: MantleFolder): Promise<string> {
  await mkdir(join(folder, 'dashboard'), { recursive: true })
  const write = (name: string, items: readonly Row[]) =>
    writeFile(join(folder, 'dashboard', `${name}.json`), toJson({ items, total: items.length }))
  await write('affiliates', files.affiliates)
  await write('attributions', files.attributions)
  await write('attributions-recovered', files.recovered)
  await write('commissions', files.commissions)
  await write('payouts', files.payouts)
  return folder
}

function toJson(value: unknown): string {
  if (value instanceof Digits) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`).join(',')}}`
}
