import type { ExportFolder } from './export-folder.ts'

/** What the records of a file are. */
export type RecordKind = 'affiliate' | 'program' | 'referral' | 'customer' | 'payout' | 'commission'

/** A file of an export: an object with a list. */
export interface ExportFile {
  readonly file: string
  /** The key of the list. */
  readonly key: string
  readonly kind: RecordKind
  /** Whether a folder without it is no export. */
  readonly isNeeded: boolean
}

/** The files of an export, in the order of their reading. */
export interface ExportLayout {
  readonly files: readonly ExportFile[]
  /** What the same things are called otherwise than in the dashboard's files. */
  readonly renamed: Readonly<Record<string, string>>
}

const file = (name: string, key: string, kind: RecordKind): ExportFile => ({
  ...{ file: `${name}.json`, key, kind, isNeeded: true },
})

/** What the dashboard's own API answers. */
const dashboard: ExportLayout = {
  files: [
    file('affiliates', 'items', 'affiliate'),
    file('attributions', 'items', 'referral'),
    { ...file('attributions-recovered', 'items', 'referral'), isNeeded: false },
    file('payouts', 'items', 'payout'),
    file('commissions', 'items', 'commission'),
  ],
  renamed: {},
}

/** What the public API answers: its lists, each with all of its pages in one file. */
const publicApi: ExportLayout = {
  files: [
    file('affiliate_programs', 'affiliatePrograms', 'program'),
    file('affiliates', 'affiliates', 'affiliate'),
    file('customers', 'customers', 'customer'),
    file('affiliate_referrals', 'affiliateReferrals', 'referral'),
    file('affiliate_payouts', 'affiliatePayouts', 'payout'),
    file('affiliate_commissions', 'affiliateCommissions', 'commission'),
  ],
  renamed: { affiliateReferralId: 'affiliateAttributionId' },
}

/** Finds out which of the two an export is. */
export async function findLayout(folder: ExportFolder): Promise<ExportLayout> {
  const programs = await folder.open('affiliate_programs.json')
  if (programs === undefined) return dashboard
  await programs[Symbol.asyncIterator]().return?.()
  return publicApi
}
