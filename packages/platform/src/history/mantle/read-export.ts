import { hash } from 'node:crypto'
import type { z } from 'zod'
import { HistoryError, type HistoryRow } from '../history-row.ts'
import type { ExportFolder } from './export-folder.ts'
import type { ExportLayout, RecordKind } from './layouts.ts'
import { affiliateSchema, attributionSchema, commissionSchema, payoutSchema } from './records.ts'
import type { Promises, RowContext } from './row-context.ts'
import type { SurveyedProgram } from './survey-export.ts'
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
}

/** Reads an export as rows: programs first, then each file in its order. It keeps nothing but members' own rules. */
export async function* readExport(folder: ExportFolder, options: ReadingOptions): AsyncGenerator<HistoryRow> {
  const { programs, otherPrograms, layout, currency, unknownFields } = options
  const promises: Promises = {
    programs: new Map(programs.map((program) => [program.id, program])),
    own: new Map(),
  }
  for (const [index, program] of programs.entries()) yield toProgramRow(program, index + 1, currency)
  for (const { file, read, kind } of layout.files) {
    const toRows = readers[kind]
    if (toRows === undefined) continue
    const bytes = await folder.open(file)
    if (bytes === undefined) continue
    for await (const { number, item } of read(bytes)) {
      unknownFields.add(file, kind, item)
      const digest = hash('sha256', JSON.stringify(item))
      const rows = toRows(rename(item, options), { file, number, digest, currency, promises })
      yield* rows.filter(({ programId }) => programId === null || !otherPrograms.has(programId))
    }
  }
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

type Reader = (item: unknown, context: RowContext) => readonly HistoryRow[]

const reader =
  <Schema extends z.ZodType>(
    schema: Schema,
    toRows: (record: z.output<Schema>, context: RowContext) => readonly HistoryRow[],
  ): Reader =>
  (item, context) => {
    const read = schema.safeParse(item)
    if (read.success) return toRows(read.data, context)
    const [issue] = read.error.issues
    const where = issue?.path.join('.') || 'the record'
    throw new HistoryError(
      `${context.file}: record ${context.number} cannot be read: ${where}: ${issue?.message}.`,
    )
  }

const readers: Readonly<Partial<Record<RecordKind, Reader>>> = {
  affiliate: reader(affiliateSchema, toMemberRows),
  referral: reader(attributionSchema, toReferralRows),
  payout: reader(payoutSchema, toPayoutRows),
  commission: reader(commissionSchema, toCommissionRows),
}
