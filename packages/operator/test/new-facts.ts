import type { Database } from '@affiliate-platform/platform/database'

/** Every row of every table, as text, by table. */
type Rows = ReadonlyMap<string, readonly string[]>

const listTables = {
  name: 'agree_tables',
  text: `
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)
    order by table_name`,
}

/** Reads all that a database holds, but what says only that somebody signed in and asked. */
export async function listRows(database: Database): Promise<Rows> {
  const besideFacts = ['sessions', 'sign_in_links', 'quota_windows', 'idempotency_records']
  const tables = await database.query<{ readonly name: string }>(listTables, [besideFacts])
  const rows = new Map<string, readonly string[]>()
  for (const { name } of tables) {
    const statement = { name: `agree_${name}`, text: `select to_jsonb(row)::text as text from ${name} row` }
    const found = await database.query<{ readonly text: string }>(statement, [])
    rows.set(
      name,
      found.map(({ text }) => text),
    )
  }
  return rows
}

const uuidPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
/** What is drawn anew for each payee, and what follows from it. */
const saltPattern = /(?<="details_(?:salt|digest)": )"[^"]*"/g
const timePattern = /\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g

/** What may differ between two tellings of the same fact. */
export interface Differs {
  /** Who does it, by an id or a name. */
  readonly actor: string
  /** Ids that both sides have, because they were there or were chosen. */
  readonly shared: ReadonlySet<string>
  /** When it began, in milliseconds since 1970: what is later is a clock's. */
  readonly sinceMs: number
}

/** Lists the ids in all rows. */
export const listIds = (rows: Rows): readonly string[] =>
  [...[...rows.values()].flat().join('\n').matchAll(uuidPattern)].map(String)

/** Lists what has come or changed, with a word in place of new ids, of the clock and of who did it. */
export function listNewFacts(
  before: Rows,
  after: Rows,
  { actor, shared, sinceMs }: Differs,
): readonly string[] {
  const known = new Set([...before.values()].flat())
  return [...after]
    .flatMap(([table, rows]) => rows.filter((row) => !known.has(row)).map((row) => `${table} ${row}`))
    .map((row) =>
      row
        .replaceAll(new RegExp(`(?<="(?:actor|operator)": )"(?:operator:)?${actor}"`, 'g'), 'the actor')
        .replaceAll(uuidPattern, (id) => (shared.has(id) ? id : 'an id'))
        .replaceAll(saltPattern, 'salt')
        .replaceAll(timePattern, (time) => (Date.parse(time) >= sinceMs ? 'the clock' : time)),
    )
    .toSorted()
}
