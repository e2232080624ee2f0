import type { RecordOperation } from '@affiliate-platform/contract'
import { fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { otherId, toCallers, type VariedRequest } from './callers.ts'

const ids = [
  ...['me', '', ' ', 'ü', '%20', '%', '..', 'null', '0', fakeIds.appId, fakeIds.foreignMembershipId, otherId],
  ...[`{${otherId}}`, `${otherId}x`, otherId.replaceAll('-', ''), otherId.toUpperCase(), `%7B${otherId}`],
]

const recordQueries = [
  ...[
    'unit=1',
    'unit=0',
    'unit=2',
    'unit=12500',
    'unit=12501',
    'unit=1500',
    'unit=1501',
    'unit=01',
    'unit=-1',
  ],
  ...[
    'unit=',
    'unit=%2B1',
    'unit=1.0',
    'unit=1e2',
    'unit=٥',
    `unit=${'9'.repeat(38)}`,
    `unit=${'9'.repeat(39)}`,
  ],
  ...[
    'unit=1&unit=1',
    'unit=1&limit=1',
    'expand=lines',
    'id=1',
    'x%201=1',
    'unit=%',
    'unit=%E0%A4%A',
    '&&',
    'unit',
  ],
  ...['=1', 'unit=1&__proto__=1', 'cursor=x', 'limit=1', 'appId=', ''],
]

/** Reads of records that there are, of the same kind of record only, and of nobody. */
export function toRecordRequests(
  { path, query }: RecordOperation,
  known: readonly string[],
): readonly VariedRequest[] {
  const good = 'unit' in query.shape ? '?unit=1' : ''
  const get = (id: string, search: string): VariedRequest => ({
    ...{ path: `${path.replace(':id', id)}${search}`, method: 'GET' },
    headers: { Authorization: `Bearer ${fakeApiKeys.affiliate}` },
  })
  const all = [...known, ...known.map((id) => id.toUpperCase()), ...ids]
  return [
    ...toCallers(path.replace(':id', known[0] ?? ''), 'GET'),
    ...all.map((id) => get(id, good)),
    ...[...known.slice(0, 3), ...ids.slice(-6), 'me', fakeIds.appId].flatMap((id) =>
      recordQueries.map((search) => get(id, `?${search}`)),
    ),
  ]
}
