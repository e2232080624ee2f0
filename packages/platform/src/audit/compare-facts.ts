import { createHash } from 'node:crypto'
import type { Database } from '../database/statements/database.ts'
import { quoteName, toFactContent } from './fact-content.ts'

/** The facts of one table that were recorded in a span of time. */
export interface FactSpan {
  readonly workspaceId: string
  readonly fact: string
  /** Exclusive. */
  readonly after: Date
  /** Inclusive. */
  readonly until: Date
}

/** How the facts of a span differ from those that were anchored. */
interface FactComparison {
  readonly found: number
  /** How many were anchored and are not there, or not so. */
  readonly missing: number
  /** The first one that was not anchored so; else null. */
  readonly row: Readonly<Record<string, unknown>> | null
}

const rowsAtOnce = 5000
const digestBytes = 32

/** Reads the facts of a span, hashes each in this process, and compares them with the digests of an anchor. */
export async function compareFacts(
  database: Database,
  { workspaceId, fact, after, until }: FactSpan,
  digests: Uint8Array,
): Promise<FactComparison> {
  const table = quoteName(fact)
  const text = `
    declare facts no scroll cursor for
    select ${toFactContent(fact, `'${workspaceId}'`)} as content from ${table} fact
    where workspace_id = '${workspaceId}'
      and recorded_at > '${after.toISOString()}' and recorded_at <= '${until.toISOString()}'`
  return await database.transaction(async (tx) => {
    const run = <Row>(statement: string) => tx.query<Row>({ name: '', text: statement }, [])
    // Times in a row are written as they were when it was anchored, wherever the session is.
    await run(`select set_config('statement_timeout', '0', true), set_config('timezone', 'UTC', true)`)
    await run(text)
    const anchored = toDigests(digests)
    let found = 0
    let added: string | undefined
    for (;;) {
      const rows = await run<{ readonly content: string }>(`fetch ${rowsAtOnce} from facts`)
      for (const { content } of rows) {
        if (!anchored.delete(createHash('sha256').update(content).digest('binary'))) added ??= content
      }
      found += rows.length
      if (rows.length < rowsAtOnce) break
    }
    return { found, missing: anchored.size, row: added === undefined ? null : JSON.parse(added) }
  })
}

function toDigests(bytes: Uint8Array): Set<string> {
  const text = Buffer.from(bytes).toString('binary')
  const digests = new Set<string>()
  for (let at = 0; at < text.length; at += digestBytes) digests.add(text.slice(at, at + digestBytes))
  return digests
}
