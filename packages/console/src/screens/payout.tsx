import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { AmountDoor } from '../parts/amount-door.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PaymentFacts } from '../parts/payment-facts.tsx'
import { PaymentReport } from '../parts/payment-report.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { PayoutBadge } from '../parts/state-badge.tsx'
import { WhyDrawer } from '../parts/why-drawer.tsx'
import { describeOrigin, formatTime, payeeMethodNames } from '../texts.ts'

/** A payout: what it pays and why, and what was said of its payment. */
export function Payout() {
  const { id = '' } = useParams()
  const query = useQuery({ queryKey: ['payout', id], queryFn: () => call('readPayoutFacts', { id }) })
  return (
    <Screen title={query.data === undefined ? 'Payout' : `Payout to ${query.data.member.name}`}>
      <Loaded query={query}>
        {(payout) => (
          <div className="columns">
            <Stack gap="md">
              <section className="card">
                <Group gap="sm" mb="xs">
                  <Text size="xl" fw={600} className="figures">
                    {formatMoney(payout.amount)}{' '}
                    <Text span size="sm" fw={400} c="dimmed">
                      sum of the line items
                    </Text>
                  </Text>
                  <PayoutBadge status={payout.status} />
                </Group>
                <Text c="dimmed">
                  To{' '}
                  <Anchor component={Link} to={`/members/${payout.member.id}`} underline="always">
                    <bdi>{payout.member.name}</bdi>
                  </Anchor>
                  , frozen on {formatTime(payout.createdAt)}
                  {payout.runId !== null && (
                    <>
                      {' '}
                      in{' '}
                      <Anchor component={Link} to={`/payouts/runs/${payout.runId}`} underline="always">
                        this run
                      </Anchor>
                    </>
                  )}
                  .{' '}
                  {payout.unpaid.amountMinor !== '0' && (
                    <>
                      <span className="figures">{formatMoney(payout.unpaid)}</span> of it is not paid yet.
                    </>
                  )}
                </Text>
                <Text mt="xs" style={{ overflowWrap: 'anywhere' }}>
                  <PayTo payout={payout} />
                </Text>
              </section>
              <Lines payoutId={id} />
            </Stack>
            <Stack gap="md">
              <PaymentReport key={id} payout={payout} />
              <PaymentFacts payout={payout} />
            </Stack>
          </div>
        )}
      </Loaded>
      <WhyDrawer payoutId={id} />
    </Screen>
  )
}

/** Where it is to be paid, as the payee was known when it was frozen. */
function PayTo({
  payout: { payee, member },
}: {
  readonly payout: Pick<ConsoleResponse<'readPayoutFacts'>, 'payee' | 'member'>
}) {
  if (payee === null) {
    return (
      <Anchor component={Link} to={`/members/${member.id}`} underline="always">
        No payout details were known when it was frozen
      </Anchor>
    )
  }
  return (
    <>
      Paid by {payeeMethodNames[payee.method]}
      {payee.account !== null && (
        <>
          {' '}
          to <b>{payee.account}</b>
        </>
      )}
      .
    </>
  )
}

function Lines({ payoutId }: { readonly payoutId: string }) {
  const [, setSearch] = useSearchParams()
  const query = useQuery({
    queryKey: ['lines', payoutId],
    queryFn: () => call('listPayoutLines', { id: payoutId }),
  })
  return (
    <section aria-labelledby="lines">
      <Title order={2} size={16} id="lines" mb="sm">
        Line items
      </Title>
      <Loaded query={query}>
        {({ items, isCut }) => (
          <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
            <Table className="cards">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Shop</Table.Th>
                  <Table.Th>For</Table.Th>
                  <Table.Th className="figures">Amount</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map(({ commissionId, shop, saleKind, entry, amount, units }) => (
                  <Table.Tr key={commissionId}>
                    <Table.Td>{shop ?? 'No shop'}</Table.Td>
                    <Table.Td data-label="For">{describeOrigin({ entry, saleKind, shop })}</Table.Td>
                    <Table.Td className="figures" data-label="Amount">
                      <AmountDoor
                        amount={amount}
                        opens={() => setSearch({ why: units?.first ?? commissionId })}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {isCut && (
              <Stack p="md" gap={4}>
                <Text c="dimmed">These are the first {items.length}. All of them:</Text>
                <SameAs command={`explain payout ${payoutId}`} />
              </Stack>
            )}
          </div>
        )}
      </Loaded>
    </section>
  )
}
