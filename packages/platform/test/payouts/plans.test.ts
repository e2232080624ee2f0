import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  insertApp,
  insertGroup,
  insertMembership,
  insertProgram,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database.ts'
import type { PageShape } from '../../src/lists/page-statement.ts'
import { payoutStatements } from '../../src/payouts/list.ts'

const payoutCount = 20_000
const batchRows = 4000
const firstMs = Date.parse('2026-01-01T00:00:00.000Z')
const afterLastId = '00000000-0000-0000-0000-000000000000'

/** A node of a plan as `explain (analyze, format json)` tells it. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

interface Page {
  readonly shape: PageShape
  readonly values: readonly (string | null)[]
  /** The page begins before this many of the payouts, the oldest ones. */
  readonly before?: number
  readonly rows?: number
}

describeOnEachEngine('the plan of a page', (database) => {
  let app: PlannedApp
  beforeAll(async () => {
    app = await insertManyPayouts(database())
  })

  // A prepared statement is planned for its values at first, and later, if that is no dearer, once for all values.
  describe.each(['force_custom_plan', 'force_generic_plan'])('under %s', (planMode) => {
    const explain = (page: Page) => explainPage(database(), { app, planMode, page })

    const pages: readonly (readonly [string, PageShape['drivenBy'], (each: PlannedApp) => string[]])[] = [
      ['payouts_by_app', 'app', () => []],
      ['payouts_by_program', 'programId', ({ programId }) => [programId]],
      ['payouts_by_group', 'groupId', ({ groupId }) => [groupId]],
      ['payouts_by_membership', 'membershipId', ({ membershipId }) => [membershipId]],
      ['payouts_by_currency', 'currency', () => ['JPY']],
      ['payouts_by_status', 'status', () => ['confirmed']],
      ['payouts_by_run', 'runId', ({ runId }) => [runId]],
    ]

    it.each(pages)(
      'reads one range of %s and nothing else, at any depth [D18]',
      async (index, drivenBy, toValues) => {
        const values = toValues(app)
        for (const before of [payoutCount, payoutCount / 2, payoutCount / 5]) {
          const nodes = await explain({ shape: { drivenBy }, values, before })
          const [range, ...others] = nodes.filter(isOnPayouts)
          expect(others).toEqual([])
          expect(range).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': index })
          expect(range?.['Index Cond']).toMatch(/ROW\(.*created_at.*id\) < ROW\(/)
          expect(range?.['Index Cond']).toMatch(/created_at >= /)
          expect(range?.['Actual Rows']).toBe(51)
          expect(range?.['Rows Removed by Filter'] ?? 0).toBe(0)
          expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
        }
      },
    )

    it('reads no more rows than a short page needs', async () => {
      const [range] = (await explain({ shape: { drivenBy: 'app' }, values: [], rows: 3 })).filter(isOnPayouts)
      expect(range?.['Actual Rows']).toBe(3)
    })

    it('reads one range of each of several memberships [D24]', async () => {
      const text =
        'select array_agg(id) as ids from (select id from memberships where workspace_id = $1 limit 13) few'
      const [few] = await database().query<{ ids: string[] }>({ name: 'test_few', text }, [app.workspaceId])
      const shape: PageShape = { drivenBy: 'found', checkedMax: 100 }
      const values = [null, null, null, null, null, null, '{}', `{${few?.ids.join()}}`]
      const [range, ...others] = (await explain({ shape, values })).filter(isOnPayouts)
      expect(others).toEqual([])
      expect(range).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': 'payouts_by_membership' })
      expect(range).toMatchObject({ 'Actual Loops': 13, 'Actual Rows': 100 })
      expect(range?.['Rows Removed by Filter'] ?? 0).toBe(0)
    })

    it('checks no more rows than it is told, of the one index that leads [D77]', async () => {
      const shape: PageShape = { drivenBy: 'currency', checkedMax: 1000 }
      const values = [null, null, null, 'JPY', 'voided', null, null]
      const [range, ...others] = (await explain({ shape, values })).filter(isOnPayouts)
      expect(others).toEqual([])
      expect(range).toMatchObject({ 'Index Name': 'payouts_by_currency', 'Actual Rows': 1000 })
      expect(range?.['Rows Removed by Filter'] ?? 0).toBe(0)
    })
  })
})

const isOnPayouts = (node: PlanNode): boolean =>
  node['Actual Loops'] > 0 &&
  (node['Relation Name'] === 'payouts' || node['Index Name']?.startsWith('payouts_') === true)

async function explainPage(
  database: Database,
  { app, planMode, page }: { app: TestApp; planMode: string; page: Page },
): Promise<readonly PlanNode[]> {
  const { shape, values, before = payoutCount, rows = 51 } = page
  const literals = [
    ...[app.workspaceId, app.appId],
    ...[new Date(firstMs + before * 1000).toISOString(), afterLastId, '-infinity', String(rows)],
    ...[null, ...values],
  ].map((value) => (value === null ? 'null' : `'${value}'`))
  const run = `explain (analyze, format json) execute page (${literals.join(', ')})`
  return await database.transaction(async (tx) => {
    const query = async <Row>(text: string) => await tx.query<Row>({ name: '', text }, [])
    await query(`set local plan_cache_mode = ${planMode}`)
    await query(`prepare page as ${payoutStatements.findPageStatement(shape).text}`)
    const [row] = await query<{ readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(run)
    await query('deallocate page')
    return row === undefined ? [] : flatten(row['QUERY PLAN'][0].Plan)
  })
}

const flatten = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]

interface PlannedApp extends TestApp {
  readonly runId: string
}

/** Inserts one payout a second for 40 members of 4 groups in 4 programs, in 5 currencies and 5 states; 120 are of a run. */
async function insertManyPayouts(database: Database): Promise<PlannedApp> {
  const app = await insertApp(database, { programName: 'Partners 0', memberName: 'Mia 0' })
  const memberships = [{ program: app.programId, group: app.groupId, id: app.membershipId }]
  for (let program = 1; program < 4; program += 1) {
    const programId = await insertProgram(database, app, `Partners ${program}`)
    const groupId = await insertGroup(database, { ...app, programId })
    for (let member = 0; member < 13; member += 1) {
      const ids = { ...app, programId, groupId }
      const id = await insertMembership(database, ids, `Mia ${memberships.length}`)
      memberships.push({ program: programId, group: groupId, id })
    }
  }
  const insertion = `
    insert into payouts
      (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, created_at,
       claimed_minor, reported_minor, confirmed_minor)
    select
      $1, gen_random_uuid(), $2, membership.program, membership."group", membership.id, 100,
      (array['USD', 'EUR', 'GBP', 'JPY', 'KWD'])[1 + n / 3 % 5],
      to_timestamp(($3::bigint + n * 1000) / 1000.0), sums.reported, sums.reported, sums.confirmed
    from generate_series($5::integer, $5 + ${batchRows - 1}) n
    join (
      select *, row_number() over () - 1 as position
      from jsonb_to_recordset($4) as membership (program uuid, "group" uuid, id uuid)
    ) membership on membership.position = n % 40
    join (
      values (0, 0, 0), (1, 50, 0), (2, 100, 0), (3, 100, 50), (4, 100, 100)
    ) sums (position, reported, confirmed) on sums.position = n / 7 % 5`
  // The sums are made up, and the payouts have no lines: otherwise only facts write them.
  await database.script('alter table payouts disable trigger user')
  const values = [app.workspaceId, app.appId, firstMs, JSON.stringify(memberships)]
  // In parts: a statement has 10 s.
  for (let first = 0; first < payoutCount; first += batchRows) {
    await database.query({ name: 'test_insert_many_payouts', text: insertion }, [...values, first])
  }
  await database.script('alter table payouts enable trigger user')
  const runId = newId()
  const [from, to] = [2000, 2119].map((second) => new Date(firstMs + second * 1000).toISOString())
  // As a replica does, which knows that there is such a run.
  await database.script(`
    set local session_replication_role = replica;
    update payouts set run_id = '${runId}'
    where workspace_id = '${app.workspaceId}' and created_at between '${from}' and '${to}'`)
  await database.script('analyze payouts; analyze memberships; analyze programs')
  return { ...app, runId }
}
