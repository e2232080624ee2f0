import { asUtf8 } from './as-utf8.ts'
import type { CsvColumns, CsvFile } from './columns.ts'
import type { ExportFolder } from './export-folder.ts'
import { readCsv } from './read-csv.ts'
import { type ListedItem, readItems } from './read-items.ts'

export type ExportRecordKind =
  | 'affiliate'
  | 'program'
  | 'referral'
  | 'customer'
  | 'claim'
  | 'payout'
  | 'commission'

export interface ExportFile {
  readonly file: string
  readonly read: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<ListedItem>
  readonly kind: ExportRecordKind
  /** Whether a folder without it is no export. */
  readonly isNeeded: boolean
}

/** The files of an export, in the order of their reading. */
export interface ExportLayout {
  readonly files: readonly ExportFile[]
  /** What the same things are called otherwise than in the dashboard's files. */
  readonly renamed: Readonly<Record<string, string>>
}

/** An object with a list under a key. */
const file = (name: string, key: string, kind: ExportRecordKind): ExportFile => ({
  ...{ file: `${name}.json`, kind, isNeeded: true },
  read: (bytes) => readItems(asUtf8(bytes, `${name}.json`), { file: `${name}.json`, key }),
})

/** What the dashboard's own API answers. */
const dashboard: ExportLayout = {
  files: [
    file('affiliates', 'items', 'affiliate'),
    file('attributions', 'items', 'referral'),
    { ...file('attributions-recovered', 'items', 'referral'), isNeeded: false },
    { ...file('attribution-requests', 'items', 'claim'), isNeeded: false },
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

/** Tables, whose columns somebody has named. */
function createCsvLayout(columns: CsvColumns, currency: string): ExportLayout {
  const table = (name: CsvFile, kind: ExportRecordKind): ExportFile => ({
    ...{ file: name, kind, isNeeded: true },
    read: (bytes) => readCsv(asUtf8(bytes, name), { file: name, columns, currency }),
  })
  const files = [
    ...[table('affiliates.csv', 'affiliate'), table('referrals.csv', 'referral')],
    ...[table('payouts.csv', 'payout'), table('commissions.csv', 'commission')],
  ]
  return { files, renamed: {} }
}

/** How an export is read where it is one of tables. */
export interface ExportTableOptions {
  readonly columns: CsvColumns | undefined
  /** Of the amounts that name none. */
  readonly currency: string
}

/** Finds out what an export is: tables where their columns are named, else one of the two. */
export async function findLayout(
  folder: ExportFolder,
  { columns, currency }: ExportTableOptions,
): Promise<ExportLayout> {
  if (columns !== undefined) return createCsvLayout(columns, currency)
  const programs = await folder.open('affiliate_programs.json')
  if (programs === undefined) return dashboard
  await programs[Symbol.asyncIterator]().return?.()
  return publicApi
}
