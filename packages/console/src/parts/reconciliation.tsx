import { type ConsoleResponse, saleKindNames } from '@affiliate-platform/contract/console'
import { Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { formatDecimal } from '../money.ts'
import { useRefusal } from '../session.ts'
import { count, type State } from '../texts.ts'
import { Act, Rejected } from './act.tsx'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { StateBadge } from './state-badge.tsx'

const dayMs = 86_400_000
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

interface ReconciliationProps {
  readonly appId: string
  readonly isConnected: boolean
}

/** Compares what was imported with what the Partner API tells now. */
export function Reconciliation({ appId, isConnected }: ReconciliationProps) {
  const refusal = useRefusal('money:write')
  const [from, setFrom] = useState(() => toDay(Date.now() - 31 * dayMs))
  const [to, setTo] = useState(() => toDay(Date.now()))
  const compare = useMutation({ mutationFn: () => call('reconcileSales', { body: { appId, from, to } }) })
  const reason = refusal ?? (isConnected ? undefined : unconnected)
  return (
    <div className="card">
      <Act
        title="Compare with the Partner API"
        reason={reason}
        command={`sales reconcile --from ${from} --to ${to} --app ${appId}`}
        error={compare.error}
      >
        <Text>Reads the sales of referred shops there once more. Nothing is written.</Text>
        <Form submit={() => compare.mutate()} gap="xs">
          <Group gap="xs">
            <TextInput
              type="date"
              label="From (UTC)"
              required
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
            <TextInput
              type="date"
              label="Before (UTC)"
              required
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            />
          </Group>
          <ActButton
            type="submit"
            variant="default"
            style={{ alignSelf: 'start' }}
            loading={compare.isPending}
            isRefused={reason !== undefined}
          >
            Compare
          </ActButton>
        </Form>
        {compare.data !== undefined &&
          (compare.data.rejected === null ? (
            <Outcome found={compare.data} />
          ) : (
            <Rejected title="Nothing was compared" why={compare.data.rejected} />
          ))}
      </Act>
    </div>
  )
}

const unconnected =
  'The app is not connected. The command compares with a payout CSV: add --payouts payout.csv.'

type Found = ConsoleResponse<'reconcileSales'>

const states = {
  agrees: { mark: '✓', name: 'The same', tone: 'done' },
  differs: { mark: '⚠', name: 'Differs', tone: 'wrong' },
} as const satisfies Record<string, State>

const differences = {
  missing: 'is missing here',
  extra: 'is here alone',
  changed: 'has changed there',
} as const

function Outcome({ found: { sums, differences: rows, differing, setAside } }: { readonly found: Found }) {
  return (
    <Stack gap="sm" role="status">
      {sums.length === 0 && <Text>There are no sales of referred shops in these days, here or there.</Text>}
      {sums.map(({ kind, currency, ours, theirs, agrees }) => (
        <div key={`${kind} ${currency}`}>
          <Group justify="space-between" gap="xs">
            <Text>{saleKindNames[kind] ?? kind}</Text>
            <StateBadge state={agrees ? states.agrees : states.differs} />
          </Group>
          <Text size="xs" c="dimmed" className="figures">
            here {describeSide(ours, currency)}
            {!agrees && `; there ${describeSide(theirs, currency)}`}
          </Text>
        </div>
      ))}
      {rows.length > 0 && (
        <>
          <Title order={3} size={14}>
            {differing > rows.length
              ? `The first ${rows.length} of ${count(differing, 'difference')}`
              : 'Differences'}
          </Title>
          <ul style={{ margin: 0, paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
            {rows.map(({ platformId, shop, difference, ours, theirs }) => (
              <li key={platformId}>
                {shop}: {platformId} {differences[difference]}
                <Text size="xs" c="dimmed">
                  {[ours && `here ${ours}`, theirs && `there ${theirs}`].filter(Boolean).join('; ')}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
      {setAside > 0 && (
        <Text>{count(setAside, 'row')} there cannot be read to the last digit, and is in no sum.</Text>
      )}
    </Stack>
  )
}

type Side = Found['sums'][number]['ours']

function describeSide({ rows, gross, net }: Side, currency: string | null): string {
  const write = (amount: string) => (currency === null ? amount : formatDecimal(amount, currency))
  return `${count(rows, 'row')}, ${write(gross)}, net ${write(net)}`
}
