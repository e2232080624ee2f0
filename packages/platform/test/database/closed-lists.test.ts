import { readFile } from 'node:fs/promises'
import {
  commissionCauses,
  directCauses,
  enteredCauses,
  importedCause,
  webhookTopics,
} from '@affiliate-platform/contract'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditActions, auditSubjects } from '../../src/audit.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { historyReasons } from '../../src/history.ts'
import { setAsideReasons } from '../../src/sales/app-transaction.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('pglite')
})
afterAll(() => database.close())

const query = <Row extends object>(text: string) => database.query<Row>({ name: '', text }, [])

const findWords = (text: string): readonly string[] =>
  [...text.matchAll(/'(\w+)'::text/g)].map(([, word = '']) => word)

/** Have an actor, and are in no audit. */
const unaudited = [
  // What the commerce platform tells of shops, thousands of rows at once.
  'install_events',
  // A setting with a secret. It names who has set it last.
  'sale_connections',
]

test('an audit has whatever names its actor [D65] [D310]', async () => {
  const rows = await query<{ readonly name: string }>(`
    select table_name::text as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'actor' and table_name <> 'audit_entries'
      and table_name not in (
        select table_name from information_schema.view_table_usage where view_name = 'audit_entries'
        union all
        select tgrelid::regclass::text from pg_trigger where tgfoid = 'record_change'::regproc
      )
    order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(unaudited)
})

test('an audit is asked for every kind of record that it has [D65]', async () => {
  const [row] = await query<{ readonly view: string; readonly triggers: readonly string[] }>(`
    select pg_get_viewdef('audit_entries'::regclass) as view,
      (select array_agg(pg_get_triggerdef(oid)) from pg_trigger where tgfoid = 'record_change'::regproc) as triggers`)
  const ofRecords = row?.triggers.flatMap((text) => /record_change\('(\w+)'/.exec(text)?.[1] ?? []) ?? []
  const ofFacts = findWords(row?.view ?? '').filter((word) => !auditActions.some((action) => action === word))
  expect([...auditSubjects].toSorted()).toEqual([...new Set([...ofRecords, ...ofFacts])].toSorted())
})

test('the database knows the causes of commissions, and which of them a person enters [D225] [D310]', async () => {
  const rows = await query<{ readonly name: string; readonly definition: string }>(`
    select conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid = 'commissions'::regclass
    union all
    select indexrelid::regclass::text, pg_get_indexdef(indexrelid)
    from pg_index where indrelid = 'commissions'::regclass`)
  const told = [...enteredCauses, importedCause]
  const lists = rows.filter(({ definition }) => definition.includes("'write_off'"))
  expect(Object.fromEntries(lists.map(({ name, definition }) => [name, findWords(definition)]))).toEqual({
    commissions_cause_check: commissionCauses,
    ...{ commissions_position: told, commissions_manual_reason: told },
    // First the causes without a referral, then the one that may have one.
    commissions_referral: told,
    ...{ commissions_undone_once: [...directCauses, importedCause], commissions_by_hand: directCauses },
  })
})

test('the guide of files explains every reason for which a row is set aside [D310]', async () => {
  const guide = await readFile(new URL('../../../../docs/guides/files-of-sales.md', import.meta.url), 'utf8')
  expect(setAsideReasons.filter((reason) => !guide.includes(`\`${reason}\``))).toEqual([])
})

test('the guide of webhooks explains every topic [D400]', async () => {
  const guide = await readFile(new URL('../../../service/docs/webhooks.md', import.meta.url), 'utf8')
  expect(webhookTopics.filter((topic) => !guide.includes(`| \`${topic}\` |`))).toEqual([])
})

test('the guide of Mantle explains every reason for which a row is set aside [D421]', async () => {
  const guide = await readFile(
    new URL('../../../../docs/guides/coming-from-mantle.md', import.meta.url),
    'utf8',
  )
  expect(historyReasons.filter((reason) => !guide.includes(`\`${reason}\``))).toEqual([])
})
