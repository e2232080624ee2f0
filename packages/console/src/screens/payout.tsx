import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { currencyScale, fromDecimal, toDecimal } from '@affiliate-platform/contract/console'
import { Alert, Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { PayoutBadge } from '../parts/state-badge.tsx'
import { WhyDrawer } from '../parts/why-drawer.tsx'
import { useRefusal } from '../session.ts'
import { describeOrigin, facts as factNames, formatTime } from '../texts.ts'

type PayoutData = ConsoleResponse<'readPayoutFacts'>

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
                    {formatMoney(payout.amount)}
                  </Text>
                  <PayoutBadge status={payout.status} />
                </Group>
                <Text c="dimmed">
                  Frozen on {formatTime(payout.createdAt)}.{' '}
                  {payout.unpaid.amountMinor !== '0' && (
                    <>
                      <span className="figures">{formatMoney(payout.unpaid)}</span> of it is not paid yet.
                    </>
                  )}
                </Text>
              </section>
              <Lines payoutId={id} />
            </Stack>
            <Stack gap="md">
              <Facts facts={payout.facts} />
              <Acts key={payout.facts.length} payout={payout} />
            </Stack>
          </div>
        )}
      </Loaded>
      <WhyDrawer payoutId={id} />
    </Screen>
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
        What it pays
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
                      {units === null ? (
                        formatMoney(amount)
                      ) : (
                        <button
                          type="button"
                          className="door"
                          aria-label={`Why ${formatMoney(amount)}?`}
                          onClick={() => setSearch({ why: units.first })}
                        >
                          {formatMoney(amount)}
                        </button>
                      )}
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

function Facts({ facts }: Pick<PayoutData, 'facts'>) {
  return (
    <section className="card" aria-labelledby="facts">
      <Title order={2} size={16} id="facts" mb="sm">
        What was said
      </Title>
      {facts.length === 0 && <Text c="dimmed">Nobody has recorded a payment yet.</Text>}
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {facts.map(({ kind, id, amount, method, reference, reason, at, by }) => (
          <li key={`${kind} ${id ?? at}`}>
            <Text fw={500}>
              {factNames[kind] ?? kind}{' '}
              {amount !== null && <span className="figures">{formatMoney(amount)}</span>}
              {method !== null && ` by ${method}`}
              {reference !== null && `, reference ${reference}`}
            </Text>
            {reason !== null && <Text>{reason}</Text>}
            <Text size="xs" c="dimmed">
              {by}, {formatTime(at)}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  )
}

function Acts({ payout }: { readonly payout: PayoutData }) {
  const { id, unpaid, facts, status } = payout
  const queries = useQueryClient()
  const refusal = useRefusal('money:write')
  const record = useMutation({
    mutationFn: (body: ConsoleBody<'recordPayment'>) => call('recordPayment', { id, body }),
    onSuccess: async ({ rejected }) => {
      if (rejected === null) await queries.invalidateQueries()
    },
  })
  if (refusal !== undefined || status === 'voided') {
    return (
      <section className="card">
        <Text c="dimmed">{refusal ?? 'The payout is voided: its commissions are available again.'}</Text>
      </section>
    )
  }
  return (
    <section className="card" aria-labelledby="acts">
      <Title order={2} size={16} id="acts" mb="sm">
        Record payment
      </Title>
      {unpaid.amountMinor === '0' ? (
        <Text c="dimmed">All of it was recorded as paid.</Text>
      ) : (
        <ReportForm unpaid={unpaid} record={record} />
      )}
      {record.data?.rejected && !record.data.isDoubt && (
        <Alert color="yellow" role="alert" mt="sm" title="Nothing was recorded">
          {record.data.rejected}
        </Alert>
      )}
      {record.error !== null && <Failure error={record.error} />}
      <TakeBack facts={facts} record={record} />
    </section>
  )
}

interface RecordProps {
  readonly record: UseMutationResult<ConsoleResponse<'recordPayment'>, Error, ConsoleBody<'recordPayment'>>
}

function ReportForm({ unpaid, record }: Pick<PayoutData, 'unpaid'> & RecordProps) {
  const { currency } = unpaid
  const scale = currencyScale(currency) ?? 0
  // One id for one payment: pressed twice, it is recorded once.
  const [id] = useState(() => crypto.randomUUID())
  const [amount, setAmount] = useState<string>(toDecimal(unpaid.amountMinor, scale))
  const [method, setMethod] = useState('')
  const [reference, setReference] = useState('')
  const amountMinor = fromDecimal(amount, scale)
  const report = (isMeant: boolean) => {
    if (amountMinor === undefined) return
    const money = { amountMinor, currency }
    record.mutate({ kind: 'report', id, amount: money, method, reference: reference || null, isMeant })
  }
  return (
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        report(false)
      }}
    >
      <TextInput
        label={`Amount (${currency})`}
        value={amount}
        inputMode="decimal"
        error={amountMinor === undefined ? `A number with up to ${scale} decimals` : undefined}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
      />
      <TextInput
        label="Method"
        placeholder="PayPal"
        required
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value)}
      />
      <TextInput
        label="Reference"
        description="What finds it at your bank"
        value={reference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
      <Button type="submit" loading={record.isPending} disabled={amountMinor === undefined}>
        Record payment
      </Button>
      {record.data?.isDoubt && (
        <Alert color="yellow" role="alert" title="Nothing was recorded">
          {record.data.rejected}
          <Button variant="default" mt="sm" onClick={() => report(true)}>
            Record it all the same
          </Button>
        </Alert>
      )}
    </Stack>
  )
}

function TakeBack({ facts, record }: Pick<PayoutData, 'facts'> & RecordProps) {
  const [reason, setReason] = useState('')
  const ended = facts.filter(({ kind }) => kind === 'retraction' || kind === 'return')
  const reports = facts.filter(
    ({ kind, id }) => kind === 'report' && !ended.some(({ about }) => about === id),
  )
  const isBlank = reason.trim() === ''
  return (
    <Stack gap="sm" mt="lg">
      <Title order={3} size={14}>
        {reports.length > 0 ? 'Take a payment back' : 'Void this payout'}
      </Title>
      <TextInput
        label="Why"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {reports.map(({ id, amount }) => (
        <Button
          key={id}
          variant="default"
          disabled={isBlank}
          onClick={() => id !== null && record.mutate({ kind: 'retraction', reportId: id, reason })}
        >
          Take {amount === null ? 'it' : formatMoney(amount)} back
        </Button>
      ))}
      {reports.length === 0 && (
        <Button variant="default" disabled={isBlank} onClick={() => record.mutate({ kind: 'void', reason })}>
          Void payout
        </Button>
      )}
    </Stack>
  )
}
