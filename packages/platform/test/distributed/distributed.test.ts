import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listClusterNodes } from '../../src/database/cluster/nodes.ts'
import { placeNewTables } from '../../src/database/cluster/place-tables.ts'
import {
  type Database,
  distribute,
  findNodeFaults,
  findPlacementFaults,
  listPlacements,
  migrate,
  newId,
  openPostgres,
} from '../../src/database.ts'
import { acrossWorkspaces } from '../partitions/known-exceptions.ts'
import { liveThrough } from '../partitions/live-through.ts'
import { onCluster, tellFigure, toClusterUrl } from './cluster.ts'
import { openToldCluster } from './told-cluster.ts'

// A change that reads from a list which it was given asks all shards at its sixth time on a connection, when Postgres
// tries a plan for any workspace, and no more.
const asIsFirstPlanned = ['posting_save_shops']

describe('on a cluster', onCluster, () => {
  let database: Database
  beforeAll(async () => {
    // As long as it takes to place ninety tables.
    database = await openPostgres(toClusterUrl(), { silenceTimeoutMs: 660_000 })
    await migrate(database)
  })
  afterAll(() => database.close())

  const ask = <Row>(text: string, values: readonly unknown[] = []) =>
    database.query<Row>({ name: '', text }, values)

  test('a database is spread by one command, which finds nothing to do afterwards [D416]', async () => {
    await distribute(database, { isDryRun: false })
    expect(await distribute(database, { isDryRun: false })).toMatchObject({ placed: [] })
    const nodes = await listClusterNodes(database)
    expect(findNodeFaults(nodes)).toEqual([])
    expect(findPlacementFaults(nodes, await listPlacements(database))).toEqual([])
    const apart = (await listPlacements(database)).filter(({ is }) => is === 'by workspace, apart')
    expect(apart.map(({ table }) => table)).toEqual(['quota_windows'])
  })

  test('a table that a migration adds is spread with the others, with its keys and triggers [D416]', async () => {
    await database.script(`
      create table test_later (
        workspace_id uuid not null references workspaces, id uuid not null, actor actor not null default current_actor(),
        primary key (workspace_id, id)
      );
      select keep_facts('test_later')`)
    try {
      await placeNewTables(database)
      const placed = (await listPlacements(database)).find(({ table }) => table === 'test_later')
      expect(placed).toMatchObject({ belongs: 'by workspace', is: 'by workspace' })
      const insert = 'insert into test_later (workspace_id, id) values ($1, $2)'
      const { workspaceId } = await insertApp(database)
      await ask(insert, [workspaceId, newId()])
      await expect(ask(insert, [newId(), newId()])).rejects.toMatchObject({ code: '23503' })
      await expect(
        ask('delete from test_later where workspace_id = $1', [workspaceId]),
      ).rejects.toMatchObject({
        code: '23001',
      })
    } finally {
      await database.script('drop table test_later')
    }
  })

  test('a platform lives on it, and no statement asks more than one shard but those that are listed [D417]', async () => {
    // The clock of a test begins at the same time in each run.
    await ask('delete from quota_windows')
    const told = await openToldCluster(toClusterUrl())
    try {
      await liveThrough(told.database)
    } finally {
      await told.database.close()
    }
    expect(told.run.size).toBeGreaterThan(200)
    const listed = new Set([...Object.keys(acrossWorkspaces), ...asIsFirstPlanned])
    const foreign = [...told.spread].filter(
      (name) => name !== '' && !name.startsWith('test_') && !listed.has(name),
    )
    expect(foreign).toEqual([])
    const runs = [...told.run.values()].reduce((sum, count) => sum + count, 0)
    tellFigure(
      `${runs} statements of ${told.run.size} kinds, ${told.spread.size} of which asked several shards.`,
    )
  })
})
