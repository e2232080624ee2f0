import { readFile } from 'node:fs/promises'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'

let database: Database
let page: string

beforeAll(async () => {
  database = await openTestDatabase('pglite')
  page = await readFile(new URL('../../../../docs/data-model.md', import.meta.url), 'utf8')
})
afterAll(() => database.close())

const read = async (text: string): Promise<readonly string[]> => {
  const rows = await database.query<{ line: string }>({ name: '', text }, [])
  return rows.map(({ line }) => line)
}

const find = (pattern: RegExp): readonly string[] =>
  [...page.matchAll(pattern)].map((match) => match.slice(1).join(' -> '))

test('the page of the data model has every table in the file that makes it, and says which are facts [D281]', async () => {
  const files = new URL('../../migrations/', import.meta.url)
  const sections = [...page.matchAll(/^## `(\d+_\w+\.sql)`\n(.*?)(?=^## |^`0)/gms)]
  for (const [, file = '', section = ''] of sections) {
    const sql = await readFile(new URL(file, files), 'utf8')
    const made = [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, table]) => table)
    const named = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, table]) => table)
    expect(named, file).toEqual(made)
  }
  const tables = await read(`
    select relname as line from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'schema_migrations'`)
  expect(find(/^\| `(\w+)` \|/gm).toSorted()).toEqual(tables.toSorted())
  const guarded = await read(`
    select distinct tgrelid::regclass::text as line from pg_trigger
    where tgname = 'insert_only' and tgrelid <> 'receipts'::regclass`)
  expect(find(/^\| `(\w+)` \| \*fact\*/gm).toSorted()).toEqual(guarded.toSorted())
  const shared = await read(`
    select table_name as line from information_schema.columns
    where table_schema = current_schema() and table_name <> 'schema_migrations'
    group by table_name having not bool_or(column_name = 'workspace_id')`)
  expect(find(/^\| `(\w+)` \| \*shared\*/gm).toSorted()).toEqual(shared.toSorted())
})

test('the picture of the data model has arrows that are foreign keys', async () => {
  const keys = await read(`
    select conrelid::regclass || ' -> ' || confrelid::regclass as line from pg_constraint where contype = 'f'`)
  const arrows = find(/^ {2}(\w+) \}o--(?:o\||\|\|) (\w+) /gm)
  expect(arrows.length).toBeGreaterThan(10)
  expect(arrows.filter((arrow) => !keys.includes(arrow))).toEqual([])
})
