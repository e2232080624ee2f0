import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { count, outcomes } from '../texts.ts'
import { AmountDoor } from './amount-door.tsx'
import { StateBadge } from './state-badge.tsx'

/** What comes of a row of a result file. */
export type Row = ConsoleResponse<'recordResults'>['rows'][number]

/** What comes of a result file. */
export interface Results {
  readonly rejected: string | null
  readonly rows: readonly Row[]
  readonly isDryRun: boolean
}

const rowsShown = 200
const groupOf = ({ outcome }: Row) => (outcomes[outcome] === undefined ? 'needs_you' : outcome)

/** The rows of a result file, each kind of outcome by itself. */
export function ResultRows({ results: { rows, isDryRun } }: { readonly results: Results }) {
  const [wanted, setWanted] = useState<string>()
  const groups = Object.keys(outcomes).filter((group) => rows.some((row) => groupOf(row) === group))
  const chosen = groups.find((group) => group === wanted) ?? groups[0]
  const nameOf = (group: string) =>
    group === 'reported' && !isDryRun ? 'Recorded' : (outcomes[group]?.name ?? group)
  if (chosen === undefined) return null
  const shown = rows.filter((row) => groupOf(row) === chosen)
  return (
    <Stack gap="sm">
      <SegmentedControl
        value={chosen}
        onChange={setWanted}
        data={groups.map((group) => ({
          value: group,
          label: `${nameOf(group)} ${rows.filter((row) => groupOf(row) === group).length}`,
        }))}
        style={{ alignSelf: 'start', maxWidth: '100%', flexWrap: 'wrap' }}
      />
      <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
        <Table className="cards">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Member</Table.Th>
              <Table.Th className="figures">Row</Table.Th>
              <Table.Th>What comes of it</Table.Th>
              <Table.Th className="figures">Amount</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.slice(0, rowsShown).map(({ number, payout, amount, reason }) => (
              <Table.Tr key={number}>
                <Table.Td>
                  {payout?.member ? (
                    <Anchor component={Link} to={`/payouts/${payout.id}`}>
                      <bdi>{payout.member.name}</bdi>
                    </Anchor>
                  ) : (
                    'Nobody'
                  )}
                </Table.Td>
                <Table.Td className="figures" data-label="Row">
                  {number}
                </Table.Td>
                <Table.Td data-label="What comes of it">
                  <Group gap="xs">
                    <StateBadge
                      state={{ mark: '', tone: 'ended', ...outcomes[chosen], name: nameOf(chosen) }}
                    />
                    {reason !== null && <Text>{reason}</Text>}
                  </Group>
                </Table.Td>
                <Table.Td className="figures" data-label="Amount">
                  {payout === null ? '–' : <AmountDoor amount={amount} opens={`/payouts/${payout.id}`} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {shown.length > rowsShown && (
          <Text p="md" c="dimmed">
            These are the first {rowsShown}; {count(shown.length - rowsShown, 'more row')} of this kind.
          </Text>
        )}
      </div>
    </Stack>
  )
}
