import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney, sumByCurrency } from '../money.ts'
import { DecisionsTable } from '../parts/decisions-table.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { ResultForm } from '../parts/result-form.tsx'
import { RunFiles } from '../parts/run-files.tsx'
import { RunPayments } from '../parts/run-payments.tsx'
import { Screen } from '../parts/screen.tsx'
import { count, formatTime } from '../texts.ts'

type RunData = ConsoleResponse<'readPayoutRun'>

/** A run that was frozen: what it decided, the files that pay it, and what has become of its payouts. */
export function Run() {
  const { id = '', step = 'payouts' } = useParams()
  const navigate = useNavigate()
  const query = useQuery({ queryKey: ['run', id], queryFn: () => call('readPayoutRun', { id }) })
  const open = (to: string | null) =>
    void navigate(`/payouts/runs/${id}${to === 'payouts' ? '' : `/${to}`}`, { replace: true })
  return (
    <Screen title="Payout run">
      <Loaded query={query}>
        {(run) => (
          <>
            <Summary run={run} />
            <Tabs value={step} onChange={open} keepMounted={false}>
              <Tabs.List mb="md">
                <Tabs.Tab value="payouts">Payouts</Tabs.Tab>
                <Tabs.Tab value="files">Files</Tabs.Tab>
                <Tabs.Tab value="payments">Record payments</Tabs.Tab>
                <Tabs.Tab value="results">Results</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="payouts">
                <DecisionsTable decisions={run.decisions} />
              </Tabs.Panel>
              <Tabs.Panel value="files">
                <RunFiles runId={id} />
              </Tabs.Panel>
              <Tabs.Panel value="payments">
                <RunPayments decisions={run.decisions} />
              </Tabs.Panel>
              <Tabs.Panel value="results">
                <ResultForm />
              </Tabs.Panel>
            </Tabs>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

const paidStates = ['reported', 'partially_confirmed', 'confirmed']

function Summary({ run: { asOf, actor, createdAt, decisions } }: { readonly run: RunData }) {
  const payouts = decisions.filter(({ payout }) => payout !== null)
  const countIn = (states: readonly string[]) =>
    payouts.filter(({ payout }) => states.includes(payout?.status ?? '')).length
  const sums = sumByCurrency(payouts.map(({ available }) => available))
  return (
    <section className="card">
      <Text>
        {count(payouts.length, 'payout')} as of {formatTime(asOf)}, frozen by {actor} on{' '}
        {formatTime(createdAt)}.
      </Text>
      <Text className="figures" fw={600} my="xs">
        {sums.length > 0 && `${sums.map(formatMoney).join(', ')} in all`}
      </Text>
      <Text c="dimmed">
        {countIn(paidStates)} of {payouts.length} paid, {countIn(['confirmed'])} confirmed by members.
      </Text>
    </section>
  )
}
