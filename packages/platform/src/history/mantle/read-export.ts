import { hash } from 'node:crypto'
import type { z } from 'zod'
import { HistoryError, type HistoryRow } from '../history-row.ts'
import { readItems } from './read-items.ts'
import { affiliateSchema, attributionSchema, commissionSchema, payoutSchema } from './records.ts'
import type { Promises, RowContext } from './row-context.ts'
import { type ExportFolder, mantleFiles, type SurveyedProgram } from './survey-export.ts'
import { toCommissionRows, toPayoutRows } from './to-money-rows.ts'
import { toMemberRows, toProgramRow, toReferralRows } from './to-rows.ts'

/** Which of an export is read, and what it leaves unsaid. */
export interface ReadingOptions {
  /** The programs of one app: rows of others are left out. */
  readonly programs: readonly SurveyedProgram[]
  /** Programs of other apps. */
  readonly otherPrograms: ReadonlySet<string>
  /** Mantle kept one, and wrote it nowhere. */
  readonly currency: string
}

/** Reads an export as rows: programs first, then each file in its order. It keeps nothing but members' own rules. */
export async function* readExport(folder: ExportFolder, options: ReadingOptions): AsyncGenerator<HistoryRow> {
  const { programs, otherPrograms, currency } = options
  const promises: Promises = {
    programs: new Map(programs.map((program) => [program.id, program])),
    own: new Map(),
  }
  for (const [index, program] of programs.entries()) yield toProgramRow(program, index + 1, currency)
  for (const { file } of mantleFiles) {
    const bytes = await folder.open(file)
    if (bytes === undefined) continue
    for await (const { number, item } of readItems(bytes, { file })) {
      const digest = hash('sha256', JSON.stringify(item))
      const rows = readers[file](item, { file, number, digest, currency, promises })
      yield* rows.filter(({ programId }) => programId === null || !otherPrograms.has(programId))
    }
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

const readers: Readonly<Record<(typeof mantleFiles)[number]['file'], Reader>> = {
  'affiliates.json': reader(affiliateSchema, toMemberRows),
  'attributions.json': reader(attributionSchema, toReferralRows),
  'attributions-recovered.json': reader(attributionSchema, toReferralRows),
  'payouts.json': reader(payoutSchema, toPayoutRows),
  'commissions.json': reader(commissionSchema, toCommissionRows),
}
