import { Anchor, Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../api.ts'
import type { Amount } from '../money.ts'
import { AmountDoor } from '../parts/amount-door.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Screen } from '../parts/screen.tsx'
import { formatTime } from '../texts.ts'

/** The payout runs, the latest first. */
export function Payouts() {
  const query = useQuery({ queryKey: ['runs'], queryFn: () => call('listPayoutRuns') })
  return (
    <Screen
      title="Payouts"
      acts={
        <Group gap="sm">
          <Button component={Link} to="/payouts/all" variant="default">
            All payouts
          </Button>
          <Button component={Link} to="/payouts/run">
            Preview run
          </Button>
        </Group>
      }
    >
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">No runs yet. Preview one to see who it would pay.</Text>
          ) : (
            <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
              <Table className="cards">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Run as of</Table.Th>
                    <Table.Th className="figures">Payouts</Table.Th>
                    <Table.Th className="figures">Amount</Table.Th>
                    <Table.Th className="figures">To be paid</Table.Th>
                    <Table.Th>Frozen by</Table.Th>
                    <Table.Th>Frozen at</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map(({ id, asOf, payouts, sums, actor, createdAt }) => (
                    <Table.Tr key={id}>
                      <Table.Td>
                        <Anchor component={Link} to={`/payouts/runs/${id}`}>
                          {formatTime(asOf)}
                        </Anchor>
                      </Table.Td>
                      <Table.Td className="figures" data-label="Payouts">
                        {payouts}
                      </Table.Td>
                      <Table.Td className="figures" data-label="Amount">
                        <Amounts of={sums.map(({ amount }) => amount)} opens={`/payouts/runs/${id}`} />
                      </Table.Td>
                      <Table.Td className="figures" data-label="To be paid">
                        <Amounts
                          of={sums.map(({ unpaid }) => unpaid)}
                          opens={`/payouts/runs/${id}/payments`}
                        />
                      </Table.Td>
                      <Table.Td data-label="Frozen by">{actor}</Table.Td>
                      <Table.Td data-label="Frozen at">{formatTime(createdAt)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )
        }
      </Loaded>
    </Screen>
  )
}

interface AmountsProps {
  readonly of: readonly Amount[]
  /** Where the payouts are that the sums are made of. */
  readonly opens: string
}

/** A sum in each currency, without those that are 0. */
function Amounts({ of, opens }: AmountsProps) {
  const amounts = of.filter(({ amountMinor }) => amountMinor !== '0')
  if (amounts.length === 0) return '–'
  return (
    <div>
      {amounts.map((amount) => (
        <div key={amount.currency}>
          <AmountDoor amount={amount} opens={opens} />
        </div>
      ))}
    </div>
  )
}
