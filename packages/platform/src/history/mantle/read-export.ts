import { hash } from 'node:crypto'
import { z } from 'zod'
import { type HistoryKind, type HistoryRow, toHistoryRow } from '../history-row.ts'
import type { ExportFolder } from './export-folder.ts'
import type { ExportLayout, ExportRecordKind } from './layouts.ts'
import { parseRecords } from './parse-records.ts'
import type { ListedItem } from './read-items.ts'
import {
  affiliateSchema,
  attributionSchema,
  claimSchema,
  commissionSchema,
  customerSchema,
  payoutSchema,
  programSchema,
} from './records.ts'
import type { Promises, RowContext } from './row-context.ts'
import type { SurveyedProgram } from './survey-export.ts'
import { toClaimRows } from './to-claim-rows.ts'
import { toCommissionRows, toPayoutRows } from './to-money-rows.ts'
import { toMemberRows, toProgramRow, toReferralRows } from './to-rows.ts'
import type { UnknownFields } from './unknown-fields.ts'

/** Which of an export is read, and what it leaves unsaid. */
export interface ReadingOptions {
  /** The programs of one app: rows of others are left out. */
  readonly programs: readonly SurveyedProgram[]
  /** Programs of other apps. */
  readonly otherPrograms: ReadonlySet<string>
  readonly layout: ExportLayout
  readonly shops: ReadonlyMap<string, string>
  /** Mantle kept one, and wrote it nowhere. */
  readonly currency: string
  readonly unknownFields: UnknownFields
  /** Programs whose promises hold for plans below their minimum, too. */
  readonly everyPlanOf: ReadonlySet<string>
}

/** Reads an export as rows: programs first, then each file in its order. It keeps nothing but members' own rules. */
export async function* readExport(folder: ExportFolder, options: ReadingOptions): AsyncGenerator<HistoryRow> {
  const { programs, otherPrograms, layout, currency, unknownFields, everyPlanOf } = options
  const promises: Promises = {
    programs: new Map(programs.map((program) => [program.id, program])),
    everyPlanOf,
    own: new Map(),
  }
  for (const [index, program] of programs.entries())
    yield toProgramRow(program, index + 1, { currency, isOfEveryPlan: everyPlanOf.has(program.id) })
  for (const { file, read, kind } of layout.files) {
    const bytes = await folder.open(file)
    if (bytes === undefined) continue
    const toContext = ({ item, number, fault }: ListedItem): RowContext => ({
      ...{ file, number, digest: hash('sha256', JSON.stringify([item, fault])), currency, promises },
    })
    for await (const { item, rows } of readers[kind](renameAll(read(bytes), options), { file, toContext })) {
      if (rows.every(({ reason }) => reason !== 'malformed')) unknownFields.add(file, kind, item)
      yield* rows.filter(({ programId }) => programId === null || !otherPrograms.has(programId))
    }
  }
}

async function* renameAll(
  records: AsyncIterable<ListedItem>,
  options: ReadingOptions,
): AsyncGenerator<ListedItem> {
  for await (const record of records) yield { ...record, item: rename(record.item, options) }
}

/** Gives a record the names of the dashboard's files, and a referral the shop of its customer. */
function rename(item: unknown, { layout, shops }: ReadingOptions): unknown {
  const names = Object.entries(layout.renamed).filter(([name]) => Reflect.has(Object(item), name))
  const customer: unknown = Reflect.get(Object(item), 'customerId')
  const myshopifyDomain = shops.get(String(customer))
  if (names.length === 0 && myshopifyDomain === undefined) return item
  return {
    ...Object(item),
    ...Object.fromEntries(names.map(([name, other]) => [other, Reflect.get(Object(item), name)])),
    ...(myshopifyDomain !== undefined && { appInstallation: { myshopifyDomain } }),
  }
}

/** How the records of a file are read as rows. */
type Reader = (
  records: AsyncIterable<ListedItem>,
  context: { readonly file: string; readonly toContext: (record: ListedItem) => RowContext },
) => AsyncIterable<{ readonly item: unknown; readonly rows: readonly HistoryRow[] }>

const reader = <Schema extends z.ZodType>(
  kind: HistoryKind,
  schema: Schema,
  toRows: (record: z.output<Schema>, context: RowContext) => readonly HistoryRow[],
): Reader =>
  async function* (records, { file, toContext }) {
    for await (const record of parseRecords(records, { file, schema })) {
      const context = toContext(record)
      const rows =
        record.data === undefined ? [toMalformedRow(kind, record, context)] : toRows(record.data, context)
      yield { item: record.item, rows }
    }
  }

/** A record that has another form than those of its kind: it is known by its id, where it has one, else by its place. */
function toMalformedRow(
  kind: HistoryKind,
  { item, fault }: ListedItem,
  { file, number, digest }: RowContext,
): HistoryRow {
  const id = z
    .string()
    .min(1)
    .max(200)
    .safeParse(Reflect.get(Object(item), 'id')).data
  const sourceId = id ?? `record ${number} of ${file}`
  return toHistoryRow({ kind, sourceId, file, number, digest, reason: 'malformed', detail: fault ?? null })
}

const readers: Readonly<Record<ExportRecordKind, Reader>> = {
  // Whoever surveys the export has read those that have the form.
  program: reader('program', programSchema, () => []),
  customer: reader('customer', customerSchema, () => []),
  affiliate: reader('member', affiliateSchema, toMemberRows),
  referral: reader('referral', attributionSchema, toReferralRows),
  claim: reader('claim', claimSchema, toClaimRows),
  payout: reader('payout', payoutSchema, toPayoutRows),
  commission: reader('commission', commissionSchema, toCommissionRows),
}
