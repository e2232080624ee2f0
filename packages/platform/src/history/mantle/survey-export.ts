import { createHash } from 'node:crypto'
import { HistoryError } from '../history-row.ts'
import { readItems } from './read-items.ts'
import { affiliateSchema, attributionSchema, type MantleProgram } from './records.ts'

/** A folder with an export, however it is kept. */
export interface ExportFolder {
  /** What it is called, for a person. */
  readonly name: string
  /** Begins to read a file; `undefined` where there is none. */
  readonly open: (file: string) => Promise<AsyncIterable<Uint8Array> | undefined>
}

/** The files that are read, in the order of their reading, and whether an export without them is one. */
export const mantleFiles = [
  { file: 'affiliates.json', isNeeded: true },
  { file: 'attributions.json', isNeeded: true },
  { file: 'attributions-recovered.json', isNeeded: false },
  { file: 'payouts.json', isNeeded: true },
  { file: 'commissions.json', isNeeded: true },
] as const

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
}

/**
 * Reads an export to its end: its programs, which lie in its members and referrals, and what tells it from others.
 *
 * @throws HistoryError for a file that is missing or cannot be read
 */
export async function surveyExport(folder: ExportFolder): Promise<ExportSurvey> {
  const sha256 = createHash('sha256')
  const copies = new Map<string, SurveyedProgram>()
  const missingFiles: string[] = []
  for (const { file, isNeeded } of mantleFiles) {
    const bytes = await folder.open(file)
    if (bytes === undefined) {
      if (isNeeded) throw new HistoryError(`${folder.name} has no file ${file}.`)
      missingFiles.push(file)
      continue
    }
    sha256.update(`${file}\n`)
    const hashed = hash(bytes, sha256)
    const list = listPrograms[file]
    if (list === undefined) for await (const _chunk of hashed);
    else
      for await (const { item } of readItems(hashed, { file }))
        for (const copy of list(item)) add(copies, copy)
  }
  return { sha256: sha256.digest('hex'), programs: [...copies.values()], missingFiles }
}

const ofReferral = (item: unknown): readonly MantleProgram[] => {
  const { data } = attributionSchema.safeParse(item)
  return [data?.program, data?.affiliateProgram].filter((program) => program != null)
}

const listPrograms: Readonly<Record<string, (item: unknown) => readonly MantleProgram[]>> = {
  'affiliates.json': (item) =>
    (affiliateSchema.safeParse(item).data?.memberships ?? [])
      .flatMap(({ program, affiliateProgram }) => [program, affiliateProgram])
      .filter((program) => program !== null),
  'attributions.json': ofReferral,
  'attributions-recovered.json': ofReferral,
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
