import type { ExportFolder } from '../../src/history.ts'

/** A record of a file, as the dashboard's API writes it. */
export type Item = Readonly<Record<string, unknown>>

/** The files of an export. */
export type MantleFiles = Readonly<Record<string, readonly Item[]>>

const uuid = (prefix: string, number: number): string =>
  `${prefix}${`${number}`.padStart(8 - prefix.length, '0')}-5c1d-4e7a-9b60-3f2a1c9d8e7f`

/** The id of the nth affiliate, and so on. */
export const ids = {
  affiliate: (number: number) => uuid('a', number),
  program: (number: number) => uuid('d', number),
  membership: (number: number) => uuid('b', number),
  referral: (number: number) => uuid('e', number),
  commission: (number: number) => uuid('c', number),
  payout: (number: number) => uuid('f', number),
  claim: (number: number) => uuid('6', number),
  app: uuid('9', 1),
}

/** A program as it lies in memberships and referrals. */
export function buildProgram(number = 1, changes: Item = {}): Item {
  return {
    ...{ id: ids.program(number), name: `Program ${number}`, appId: ids.app, requireApprovalToJoin: true },
    ...{ removeOnUninstallDays: -1, deletedAt: null },
    rules: {
      ...{ percentCommission: 20, durationMonths: 12, amountPerInstall: null, minPlanValue: null },
      ...{ revenueComponents: ['subscription'], revenueType: 'gross' },
    },
    app: { id: ids.app, name: 'Lantern', displayName: 'Lantern', slug: 'lantern-app' },
    ...changes,
  }
}

/** A person with one membership. */
export function buildAffiliate(number: number, changes: Item = {}, membership: Item = {}): Item {
  return {
    ...{ id: ids.affiliate(number), name: `Affiliate ${number}`, email: `affiliate${number}@example.com` },
    ...{ paypalEmail: null, payoutHold: false, createdAt: '2025-01-05T10:00:00.000Z', deletedAt: null },
    memberships: [
      {
        ...{
          id: ids.membership(number),
          affiliateId: ids.affiliate(number),
          affiliateProgramId: ids.program(1),
        },
        ...{ handle: `handle-${number}`, status: 'approved', createdAt: '2025-01-05T10:00:00.000Z' },
        ...{ approvedAt: '2025-01-06T10:00:00.000Z', rejectedAt: null, deletedAt: null },
        affiliateProgram: buildProgram(),
        ...membership,
      },
    ],
    ...changes,
  }
}

/** A referral of the first affiliate's. */
export function buildReferral(number: number, changes: Item = {}, installation: Item = {}): Item {
  return {
    ...{ id: ids.referral(number), affiliateId: ids.affiliate(1), affiliateProgramId: ids.program(1) },
    ...{ date: '2025-02-01T00:00:00.000Z', createdAt: '2025-02-01T00:00:01.000Z', deletedAt: null },
    appListingPageViewId: uuid('7', number),
    appInstallation: {
      ...{
        myshopifyDomain: `shop-${number}.myshopify.com`,
        platformId: `9000${number}`,
        uninstalledAt: null,
      },
      ...installation,
    },
    ...changes,
  }
}

/** A claim of the first affiliate's that nobody has decided. */
export function buildClaim(number: number, changes: Item = {}): Item {
  return {
    ...{ id: ids.claim(number), affiliateId: ids.affiliate(1), affiliateProgramId: ids.program(1) },
    ...{ customerName: `Shop ${number}`, date: '2025-02-20T00:00:00.000Z', notes: null },
    ...{ approvedAt: null, rejectedAt: null, decisionById: null, decisionBy: null, decisionNotes: null },
    ...{ createdAt: '2025-02-20T08:00:00.000Z', updatedAt: '2025-02-20T08:00:00.000Z', deletedAt: null },
    appInstallation: { myshopifyDomain: `claimed-${number}.myshopify.com` },
    ...changes,
  }
}

/** A commission of 20 % of a sale of the first referral's shop; `amount` in dollars. */
export function buildCommission(number: number, amount: number | string, changes: Item = {}): Item {
  const transactionId = uuid('8', number)
  const date = '2025-03-01T12:00:00.000Z'
  return {
    ...{ id: ids.commission(number), affiliateId: ids.affiliate(1), affiliateProgramId: ids.program(1) },
    ...{ affiliateAttributionId: ids.referral(1), transactionId, amount, date, updatedAt: date },
    ...{ cancelled: false, cancelReason: null, deletedAt: null, payoutId: null, payout: null },
    transaction: {
      ...{ id: transactionId, type: 'subscription_sale', date, grossAmount: Number(amount) * 5 },
      grossAmountCurrencyCode: 'USD',
    },
    ...changes,
  }
}

/** A commission that a payout pays. */
export function buildPaid(number: number, amount: number | string, changes: Item = {}): Item {
  const payoutId = changes['payoutId'] ?? ids.payout(1)
  const payout = { id: payoutId, paidAt: '2025-04-02T09:00:00.000Z', status: 'paid' }
  return buildCommission(number, amount, { payoutId, payout, ...changes })
}

/** A payout of the first affiliate's, paid. */
export function buildPayout(number: number, amount: number | string, changes: Item = {}): Item {
  return {
    ...{ id: ids.payout(number), number: 999 + number, affiliateId: ids.affiliate(1) },
    ...{ affiliateProgramId: ids.program(1), status: 'paid', amount, amountPaid: amount },
    ...{ periodStart: '2025-03-01T00:00:00.000Z', periodEnd: '2025-03-31T23:59:59.999Z' },
    ...{ paidAt: '2025-04-02T09:00:00.000Z', paymentMethod: 'paypal', paymentRequestedAt: null, notes: null },
    ...{ createdAt: '2025-04-01T00:00:00.000Z', deletedAt: null },
    ...changes,
  }
}

/** The files of an export of one affiliate with one referral. */
export function buildExport(changes: MantleFiles = {}): MantleFiles {
  return {
    'affiliates.json': [buildAffiliate(1)],
    'attributions.json': [buildReferral(1)],
    'attributions-recovered.json': [],
    'attribution-requests.json': [],
    'commissions.json': [],
    'payouts.json': [],
    ...changes,
  }
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
}

/** A folder whose files have these bytes. */
export function toFolderOfBytes(files: Readonly<Record<string, Uint8Array>>): ExportFolder {
  return {
    name: 'mantle-export',
    open: async (file) => {
      const bytes = files[file]
      return bytes === undefined ? undefined : toChunks(bytes)
    },
  }
}

/** A folder whose files have these texts. */
export function toFolderOfTexts(texts: Readonly<Record<string, string>>): ExportFolder {
  const encoder = new TextEncoder()
  return toFolderOfBytes(
    Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, encoder.encode(text)])),
  )
}

/** A folder with an export. */
export function toFolder(files: MantleFiles): ExportFolder {
  return toFolderOfTexts(
    Object.fromEntries(Object.entries(files).map(([file, items]) => [file, JSON.stringify({ items })])),
  )
}
