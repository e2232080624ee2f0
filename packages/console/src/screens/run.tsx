import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney, sumByCurrency } from '../money.ts'
import { DecisionsTable } from '../parts/decisions-table.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { count, formatTime } from '../texts.ts'

/** A run that was frozen: what it decided, and what has become of its payouts. */
export function Run() {
  const { id = '' } = useParams()
  const query = useQuery({ queryKey: ['run', id], queryFn: () => call('readPayoutRun', { id }) })
  return (
    <Screen title="Payout run">
      <Loaded query={query}>
        {({ asOf, actor, createdAt, decisions }) => {
          const paid = decisions.filter(({ decision }) => decision === 'paid')
          const sums = sumByCurrency(paid.map(({ available }) => available))
          return (
            <>
              <section className="card">
                <Text>
                  {count(paid.length, 'payout')} as of {formatTime(asOf)}, frozen by {actor} on{' '}
                  {formatTime(createdAt)}.
                </Text>
                <Text className="figures" fw={600} my="xs">
                  {sums.map(formatMoney).join(', ')}
                </Text>
                <Text size="xs" c="dimmed" mb={4}>
                  The files for PayPal, Wise or your bank:
                </Text>
                <SameAs command={`payouts export ${id} --format paypal`} />
              </section>
              <DecisionsTable decisions={decisions} />
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}
