import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { findPreparedFile } from '../../src/database/embedded/prepared-data.ts'
import { openEmbedded } from '../../src/embedded.ts'

// All that a database consists of, but for what differs between two clusters made by the same command.
const listContents = `
  select 'relation' as kind, relname::text as name, relkind::text as detail from pg_class
  union all select 'function', oid::regprocedure::text, prosrc from pg_proc where prolang = 14
  union all select 'collation', collname::text, collprovider::text from pg_collation
  union all select 'role', rolname::text, rolsuper::text from pg_roles
  union all select 'database', datname::text, datcollate::text from pg_database
  union all select 'setting', name, setting from pg_settings where name not like '%file%'
  order by 1, 2, 3`

test('copies a new database that is what the engine makes from nothing [D165]', async () => {
  const made = await PGlite.create()
  const { rows } = await made.query(listContents)
  await made.close()
  const copied = await openEmbedded()
  expect(await copied.query({ name: 'list_contents', text: listContents }, [])).toEqual(rows)
  await copied.close()
})

test('opens a folder as it was left, whatever was prepared [D165]', async () => {
  expect(statSync(await findPreparedFile()).size).toBeGreaterThan(1_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-prepared-'))
  const first = await openEmbedded({ folder })
  await first.script('create table kept (at integer); insert into kept values (7)')
  await first.close()
  expect(readdirSync(folder)).toContain('PG_VERSION')
  const again = await openEmbedded({ folder })
  expect(await again.query({ name: 'kept', text: 'select at from kept' }, [])).toEqual([{ at: 7 }])
  await again.close()
  rmSync(folder, { recursive: true })
})
