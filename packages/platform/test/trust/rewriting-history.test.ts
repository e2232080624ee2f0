import { readFile } from 'node:fs/promises'
import { createGuideRole, type GuideRole } from '@affiliate-platform/test-support/guide-role'
import { insertReport } from '@affiliate-platform/test-support/payment-fact-builders'
import { insertApp, insertPayout, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anchorFacts } from '../../src/audit/anchor-facts.ts'
import { compareDefinitions } from '../../src/audit/compare-definitions.ts'
import { findMisdatedFacts } from '../../src/audit/misdated-facts.ts'
import { readAnchoringState } from '../../src/audit/repair-anchoring.ts'
import { verifyWorkspace } from '../../src/audit/verify.ts'
import { type Database, openPostgres } from '../../src/database.ts'
import { type Way, waysToRewrite } from './ways-to-rewrite.ts'

const guide = new URL('../../../../docs/guides/evidence.md', import.meta.url)

describe.skipIf(!enginesAtHand.includes('postgres'))('history', () => {
  let guideRole: GuideRole
  let owner: Database
  let role: Database
  let app: TestApp

  beforeAll(async () => {
    const url = await createPostgresCopy()
    owner = await openPostgres(url)
    guideRole = await createGuideRole(owner)
    role = await openPostgres(guideRole.toUrl(url))
  })

  afterAll(async () => {
    await role.close()
    await guideRole.drop()
    await owner.close()
  })

  beforeEach(async () => {
    app = await insertApp(owner)
    const payoutId = await insertPayout(owner, app)
    await insertReport(owner, { workspaceId: app.workspaceId, payoutId }, 100n)
    await anchor()
    await insertTerms()
  })

  const run = (text: string) => owner.query({ name: '', text }, [])

  async function anchor() {
    await run('select pg_sleep(0.003)')
    return (await anchorFacts(owner, 0)).find(({ workspaceId }) => workspaceId === app.workspaceId)
  }

  const insertTerms = () =>
    run(`
      with key as (
        insert into api_keys select (jsonb_populate_record(key, jsonb_build_object(
          'workspace_id', '${app.workspaceId}', 'app_id', '${app.appId}', 'key_hash', '\\x' || encode(sha256('${app.appId}'), 'hex')
        ))).* from api_keys key where kind = 'affiliate' and revoked_at is null limit 1
        returning id
      )
      insert into terms_versions
        (workspace_id, id, app_id, program_id, target_kind, target_id, rules, effective_at, created_by, created_at)
      select '${app.workspaceId}', gen_random_uuid(), '${app.appId}', '${app.programId}', 'membership',
        '${app.membershipId}', rules, now(), key.id, now()
      from terms_versions, key limit 1`)

  const doAs = (database: Database, sql: string) =>
    database.script(`set local test.workspace = '${app.workspaceId}'; ${sql}`)

  /** What `verify` finds in the facts. */
  async function findInFacts(witness?: { readonly number: number; readonly chain: string }) {
    const { difference } = await verifyWorkspace(owner, app.workspaceId, witness)
    if (difference !== null) return difference.kind
    if ((await readAnchoringState(owner)).isBeyondNow) return 'anchoring'
    // The builders date payouts by a day of their own.
    const told = await findMisdatedFacts(owner, app.workspaceId)
    return told.some(({ fact }) => fact === 'terms_versions') ? 'told' : null
  }

  async function verify() {
    const found = await findInFacts()
    return found ?? ((await compareDefinitions(owner)).length > 0 ? 'definitions' : null)
  }

  const byOwner = ({ table, sql }: Way) =>
    table === undefined
      ? sql
      : `alter table ${table} disable trigger user; ${sql}; alter table ${table} enable trigger user`

  test.each(waysToRewrite)('$name: by the role $byRole, seen by $seenBy [D190] [D256]', async (way) => {
    const witness = way.isEarly ? undefined : await anchor()
    const attempt = doAs(role, way.sql)
    if (way.byRole === 'refused') await expect(attempt).rejects.toMatchObject({ code: '42501' })
    else await attempt
    if (!way.isEarly) await anchor()
    expect(await findInFacts(witness)).toBe(way.byRole === 'done' ? way.kind : null)

    await doAs(owner, byOwner(way))
    await anchor()
    expect(await verify()).toBe(way.seenBy === 'verify' ? way.kind : null)
    if (way.seenBy === 'witness') expect(await findInFacts(witness)).toBe(way.kind)
    if (way.undo !== undefined) await owner.script(way.undo)
  })

  test('is told in the guide, with what sees each way to rewrite it [D256]', async () => {
    const rows = [...(await readFile(guide, 'utf8')).matchAll(/^\| ([A-Z].*?) \| (.*?) \| (.*?) \|/gm)]
    const told = rows.slice(1).map(([, name, byRole, seenBy]) => ({ name, byRole, seenBy }))
    expect(told).toEqual(
      waysToRewrite.map(({ name, byRole, seenBy }) => ({ name, byRole, seenBy: words[seenBy] })),
    )
  })
})

const words: Readonly<Record<Way['seenBy'], string>> = {
  verify: '`verify`',
  witness: '`verify --witness`',
  neither: 'neither',
}
