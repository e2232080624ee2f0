import { expect, test } from 'vitest'
import { findNodeFaults, findPlacementFaults } from './find-faults.ts'
import { type ClusterNode, clusterSettings } from './nodes.ts'

const settings = Object.entries(clusterSettings).map(([name, value]) => `${name}=${value}`.toLowerCase())
const well = {
  ...{ server: 15, citus: '13.2-1', walLevel: 'logical', preparedMax: 200, connectionsMax: 100, settings },
}

const node = (address: string, changes: Partial<typeof well> = {}): ClusterNode => ({
  ...{ address, holdsRows: true, state: { ...well, ...changes } },
})

test('nodes that are alike and respond are a cluster [D416]', () => {
  expect(findNodeFaults([node('a:5432'), node('b:5432')])).toEqual([])
})

test.each([
  ['no node', [], 'knows no node'],
  ['none that holds rows', [{ ...node('a'), holdsRows: false }], 'knows no node'],
  ['one that is down', [node('a'), { ...node('b'), state: undefined }], 'b does not respond.'],
  [
    'one without Citus',
    [node('a'), { ...node('b'), state: { ...well, citus: null } }],
    'b has Citus not at all.',
  ],
  ['an old Citus', [node('a', { citus: '12.1-1' })], 'a has Citus 12.1-1.'],
  ['two versions of Postgres', [node('a'), node('b', { server: 16 })], 'b has another version'],
  ['two versions of Citus', [node('a'), node('b', { citus: '13.0-1' })], 'b has another version'],
  ['no logical log', [node('a', { walLevel: 'replica' })], 'cannot be moved while they are in use'],
  [
    'no room for prepared transactions',
    [node('a', { preparedMax: 0 })],
    'a has max_prepared_transactions = 0.',
  ],
])('nodes are rejected: %s [D416]', (_, nodes, detail) => {
  const [fault] = findNodeFaults(nodes)
  expect(fault?.detail).toContain(detail)
  expect(fault?.remedy).toMatch(/\.$/)
})

test('a table that is not where it belongs is named, and a setting that a node lacks [D416]', () => {
  const tables = [
    { table: 'apps', belongs: 'by workspace', is: 'by workspace' },
    { table: 'clicks', belongs: 'by workspace', is: 'on one node' },
  ] as const
  const unset = node('b', { settings: settings.filter((each) => !each.startsWith('timezone')) })
  expect(findPlacementFaults([node('a'), unset], tables)).toEqual([
    'b has its database not set to timezone = UTC',
    'clicks is on one node, and belongs by workspace',
  ])
})
