import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { HistoryError } from '../history-row.ts'
import type { ExportFolder } from './export-folder.ts'
import { type ExportLayout, type ExportRecordKind, type ExportTableOptions, findLayout } from './layouts.ts'
import { parseRecords } from './parse-records.ts'
import type { ListedItem } from './read-items.ts'
import {
  affiliateSchema,
  attributionSchema,
  customerSchema,
  type MantleMembership,
  type MantleProgram,
  programSchema,
} from './records.ts'

/** A program, and whether its copies agree about what it promises. */
export interface SurveyedProgram extends MantleProgram {
  readonly agrees: boolean
}

/** What is known of an export once it was read to its end. */
export interface ExportSurvey {
  /** Of all that was read, in hexadecimal. */
  readonly sha256: string
  readonly programs: readonly SurveyedProgram[]
  readonly missingFiles: readonly string[]
  readonly layout: ExportLayout
  /** Domains of the shops that referrals name by their customer, by its id. */
  readonly shops: ReadonlyMap<string, string>
}

/**
 * Reads an export to its end: its programs, which lie in its members and referrals, and what tells it from others.
 *
 * @throws HistoryError for a file that is missing or cannot be read
 */
export async function surveyExport(folder: ExportFolder, options: ExportTableOptions): Promise<ExportSurvey> {
  const layout = await findLayout(folder, options)
  const sha256 = createHash('sha256')
  const copies = new Map<string, SurveyedProgram>()
  const shops = new Map<string, string>()
  const missingFiles: string[] = []
  for (const { file, read, kind, isNeeded } of layout.files) {
    const bytes = await folder.open(file)
    if (bytes === undefined) {
      if (isNeeded) throw new HistoryError(`${folder.name} has no file ${file}.`)
      missingFiles.push(file)
      continue
    }
    sha256.update(`${file}\n`)
    const hashed = hash(bytes, sha256)
    const survey = surveys[kind]
    if (survey === undefined) for await (const _chunk of hashed);
    else await survey(read(hashed), { file, copies, shops })
  }
  return { sha256: sha256.digest('hex'), programs: [...copies.values()], missingFiles, layout, shops }
}

/** What is found out before anything is read as rows. */
interface Found {
  readonly file: string
  readonly copies: Map<string, SurveyedProgram>
  readonly shops: Map<string, string>
}

type Survey = (records: AsyncIterable<ListedItem>, found: Found) => Promise<void>

const survey =
  <Schema extends z.ZodType>(
    schema: Schema,
    look: (record: z.output<Schema>, found: Found) => void,
  ): Survey =>
  async (records, found) => {
    for await (const { data } of parseRecords(records, { file: found.file, schema }))
      if (data !== undefined) look(data, found)
  }

const surveys: Readonly<Partial<Record<ExportRecordKind, Survey>>> = {
  affiliate: survey(affiliateSchema, ({ memberships }, found) => {
    for (const membership of memberships) addCopies(membership, found)
  }),
  program: survey(programSchema, (program, { copies }) => add(copies, program)),
  referral: survey(attributionSchema, addCopies),
  customer: survey(customerSchema, ({ id, shopifyDomain }, { shops }) => {
    if (shopifyDomain !== null) shops.set(id, shopifyDomain)
  }),
}

function addCopies(
  { program, affiliateProgram }: Pick<MantleMembership, 'program' | 'affiliateProgram'>,
  { copies }: Found,
): void {
  for (const copy of [program, affiliateProgram]) if (copy !== null) add(copies, copy)
}

function add(copies: Map<string, SurveyedProgram>, copy: MantleProgram): void {
  const known = copies.get(copy.id)
  if (known === undefined) copies.set(copy.id, { ...copy, agrees: true })
  else if (copy.rules !== null && !agree(known, copy))
    copies.set(copy.id, { ...known, rules: known.rules ?? copy.rules, agrees: known.rules === null })
}

const agree = (one: MantleProgram, other: MantleProgram): boolean =>
  JSON.stringify(one.rules) === JSON.stringify(other.rules)

async function* hash(
  bytes: AsyncIterable<Uint8Array>,
  sha256: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    sha256.update(chunk)
    yield chunk
  }
}
