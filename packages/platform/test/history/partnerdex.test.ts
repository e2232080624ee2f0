import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCases } from '../../src/attribution.ts'
import { type ExportFolder, importPartnerdex, partnerdexLog, withPartnerdex } from '../../src/history.ts'
import { hashTables, summarize } from './import-export.ts'
import { createPartnerdex, insert } from './partnerdex-database.ts'

let place: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'partnerdex-test-'))
})
afterAll(() => rm(place, { recursive: true }))

/** A database with its log, as it lies on the disk. */
function createFolder(name: string, change: (source: DatabaseSync) => void = () => {}): ExportFolder {
  const path = join(place, `${crypto.randomUUID()}.sqlite`)
  const source = createPartnerdex(path)
  change(source)
  // As the last one that has it open leaves it: without a log.
  source.close()
  return { name, open: async (file) => (file === partnerdexLog ? undefined : createReadStream(path)) }
}

const at = '2026-03-01T12:00:00.000Z'
const of = { affiliate_id: 'mia', program_id: 'p1' }
const claim = (id: string, changes: Readonly<Record<string, string>> = {}) => ({
  ...{ id, ...of, myshopify_domain: `${id}.myshopify.com`, claimed_at: at, created_at: at },
  ...changes,
})

describeOnEachEngine('a database of PartnerDex', (database) => {
  const importFolder = async ({ workspaceId, appId }: TestApp, folder: ExportFolder, isDryRun = false) =>
    await withPartnerdex(folder, (source) =>
      importPartnerdex(database(), {
        ...{ workspaceId, appId, source, partnerdexApp: undefined, currency: 'USD', actor: 'operator:mia' },
        ...{ cutOverAt: new Date('2026-06-01T00:00:00Z'), isDryRun, onProgress: () => {} },
      }),
    )

  test('is tried out with the same report, leaves no row behind, and is imported once [D425]', async () => {
    const app = await insertApp(database())
    const folder = createFolder('dry.sqlite')
    const before = await hashTables(database(), app.workspaceId)
    const tried = await importFolder(app, folder, true)
    expect(await hashTables(database(), app.workspaceId)).toEqual(before)
    const { importId, report } = await importFolder(app, folder)
    expect(tried).toEqual({ importId: null, isKnown: false, report })
    const imported = await hashTables(database(), app.workspaceId)
    expect(imported).not.toEqual(before)
    expect(await importFolder(app, folder)).toEqual({ importId, isKnown: true, report })
    expect(await hashTables(database(), app.workspaceId)).toEqual(imported)
  })

  test('has claims that wait, stay rejected with who decided, or are told of their referral [D429]', async () => {
    const app = await insertApp(database())
    const decided = { decided_at: '2026-03-05T00:00:00.000Z', decided_by: 'Carol' }
    const folder = createFolder('claims.sqlite', (source) => {
      for (const row of [
        claim('waits', { notes: 'I built their theme' }),
        claim('no', { status: 'rejected', ...decided, decision_notes: 'no proof' }),
        claim('yes', { status: 'approved', ...decided, myshopify_domain: 'one.myshopify.com' }),
        claim('lost', { status: 'approved', ...decided }),
        claim('typed', { myshopify_domain: '', customer_name: 'typed.myshopify.com' }),
        claim('nowhere', { myshopify_domain: '', customer_name: 'Their shop' }),
        claim('gone', { deleted_at: at }),
      ])
        insert(source, 'affiliate_attribution_claims', row)
    })
    const imported = await importFolder(app, folder)
    expect(imported.report.added).toContainEqual(expect.objectContaining({ kind: 'claim', count: 4 }))
    expect(summarize(imported).setAside).toMatchObject({
      ...{ 'claim approved_without_referral': 1, 'claim unreadable_shop': 1, 'claim deleted': 1 },
    })
    const { workspaceId } = app
    const page = { after: undefined, limit: 100 }
    const cases = await listCases(database(), { workspaceId, isWithDecided: true }, page)
    expect(
      cases
        .map(({ shopDomain, claim: told, decision, reason }) => [shopDomain, told, decision, reason])
        .sort(),
    ).toEqual([
      [
        ...['no.myshopify.com', 'claimed in PartnerDex', 'reject'],
        'rejected in PartnerDex at 2026-03-05T00:00:00.000Z by Carol: no proof',
      ],
      ['typed.myshopify.com', 'typed.myshopify.com', null, null],
      ['waits.myshopify.com', 'I built their theme', null, null],
    ])
    const text = `
      select reason from referral_evidence where workspace_id = $1 and reason like 'approved%'`
    expect(await database().query({ name: '', text }, [workspaceId])).toEqual([
      { reason: 'approved in PartnerDex at 2026-03-05T00:00:00.000Z by Carol' },
    ])
  })

  test('that removes who uninstalled is named as such, where it did so [D425]', async () => {
    const withRemoval = (isEnforced: number) => (source: DatabaseSync) => {
      insert(source, 'affiliate_program_terms', {
        ...{ id: 't3', program_id: 'p1', effective_from: '2026-02-01T00:00:00.000Z', commission_rate: 0.07 },
        ...{ revenue_components: '[]', unassign_after_uninstall_days: 30 },
        enforce_unassign_after_uninstall: isEnforced,
      })
    }
    const unsupported = async (isEnforced: number) => {
      const folder = createFolder(`removal-${isEnforced}.sqlite`, withRemoval(isEnforced))
      return (await importFolder(await insertApp(database()), folder, true)).report.unsupported
    }
    expect(await unsupported(1)).toEqual([{ name: 'removeOnUninstallDays', kind: 'program', count: 1 }])
    expect(await unsupported(0)).toEqual([])
  })
})

describe('a database that PartnerDex has not made', () => {
  const table = 'affiliate_commissions'
  const open = async (name: string, script: string) => {
    const folder = createFolder(`${name}.sqlite`, (source) => {
      source.exec(script)
    })
    return await withPartnerdex(folder, async ({ query }) => [
      ...query(`select count(*) as rows from ${table}`),
    ])
  }

  test('is read as far as it has its tables', async () => {
    expect(await open('plain', 'create table more (id text)')).toEqual([{ rows: 6 }])
  })

  test.each([
    // It would never end.
    [
      'view',
      `drop table ${table}; create view ${table} as with recursive n(x) as (select 1 union all select x from n) select x from n`,
    ],
    ['view of another case', `drop table ${table}; create view Affiliate_Commissions as select 1 as id`],
    ['table of a module', `drop table ${table}; create virtual table ${table} using fts5(id)`],
    ['formula', `alter table ${table} add column huge text as (hex(zeroblob(400000000)))`],
  ])('is rejected before anything of it is calculated: %s [D433]', async (name, script) => {
    await expect(open(name, script)).rejects.toThrow(
      `${name}.sqlite is damaged, or no database of PartnerDex.`,
    )
  })

  test('is not asked whether its rows are as it says that they should be: that would be calculated [D433]', async () => {
    const script = `
      drop table ${table};
      create table ${table} (id text, check (id = 'never'));
      pragma ignore_check_constraints = on;
      insert into ${table} values ('c1')`
    expect(await open('checked', script)).toEqual([{ rows: 1 }])
  })
})
