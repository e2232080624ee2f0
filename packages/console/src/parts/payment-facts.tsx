import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { currencyScale, fromDecimal, toDecimal } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '../money.ts'
import { isPaymentAct, type PaymentAct, toCommand, toPaymentBody } from '../payment-acts.ts'
import { actNames, facts as factNames, formatTime } from '../texts.ts'
import { ActButton } from './act-button.tsx'
import { ForRole } from './for-role.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { Doubt, useRecording } from './recording.tsx'
import { SameAs } from './same-as.tsx'

type PayoutData = ConsoleResponse<'readPayoutFacts'>
type Fact = PayoutData['facts'][number]

/** What was said of the payment, each with what can be said of it next. */
export function PaymentFacts({ payout }: { readonly payout: PayoutData }) {
  const { facts } = payout
  const acts = payout.acts.filter(isPaymentAct)
  return (
    <section className="card" aria-labelledby="facts">
      <Title order={2} size={16} id="facts" mb="sm">
        Payment history
      </Title>
      {facts.length === 0 && <Text c="dimmed">Nobody has recorded a payment yet.</Text>}
      <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {facts.map((fact) => (
          <li key={`${fact.kind} ${fact.id ?? fact.about} ${fact.at}`}>
            <FactText fact={fact} />
            {fact.id !== null && (
              <Acts payout={payout} acts={acts.filter(({ about }) => about === fact.id)} />
            )}
          </li>
        ))}
      </Stack>
      <Acts payout={payout} acts={acts.filter(({ kind }) => kind === 'void')} />
    </section>
  )
}

function FactText({ fact: { kind, amount, method, reference, reason, by, at } }: { readonly fact: Fact }) {
  return (
    <>
      <Text fw={500}>
        {factNames[kind]} {amount !== null && <span className="figures">{formatMoney(amount)}</span>}
        {method !== null && ` by ${method}`}
        {reference !== null && `, reference ${reference}`}
      </Text>
      {reason !== null && <Text>{reason}</Text>}
      <Text size="xs" c="dimmed">
        {by}, {formatTime(at)}
      </Text>
    </>
  )
}

interface ActsProps {
  readonly payout: PayoutData
  readonly acts: readonly PaymentAct[]
}

function Acts({ payout, acts }: ActsProps) {
  const [open, setOpen] = useState<string>()
  const chosen = acts.find(({ kind, reason }) => kind === open && reason === null)
  if (acts.length === 0) return null
  const reasons = new Set(acts.flatMap(({ reason }) => reason ?? []))
  return (
    <ForRole scope="money:write" instead={null}>
      <Stack gap={4} mt="xs">
        <Group gap="xs">
          {acts.map(({ kind, reason }) => (
            <ActButton
              key={kind}
              variant="default"
              size="compact-sm"
              isRefused={reason !== null}
              aria-expanded={kind === open}
              onClick={() => setOpen(kind === open ? undefined : kind)}
            >
              {actNames[kind]}
            </ActButton>
          ))}
        </Group>
        {[...reasons].map((reason) => (
          <Text key={reason} size="xs" c="dimmed">
            {reason}
          </Text>
        ))}
        {chosen !== undefined && (
          <ActForm key={chosen.kind} payout={payout} act={chosen} close={() => setOpen(undefined)} />
        )}
      </Stack>
    </ForRole>
  )
}

interface ActFormProps {
  readonly payout: PayoutData
  readonly act: PaymentAct
  readonly close: () => void
}

function ActForm({ payout, act, close }: ActFormProps) {
  const { kind } = act
  const { currency } = payout.amount
  const scale = currencyScale(currency) ?? 0
  const record = useRecording(payout.id, close)
  // One id for one fact: pressed twice, it is recorded once.
  const [id] = useState(() => crypto.randomUUID())
  const [typedAmount, setAmount] = useState<string>()
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const amount = typedAmount ?? toDecimal(act.amount?.amountMinor ?? '0', scale)
  const amountMinor = fromDecimal(amount, scale)
  const send = (isMeant: boolean) => {
    const typed = { amount: { amountMinor: amountMinor ?? '', currency }, reference, reason }
    record.mutate(toPaymentBody(act, { id, isMeant, ...typed }))
  }
  const hasAmount = kind === 'confirmation'
  return (
    <Form submit={() => send(false)} mt="xs">
      {hasAmount && (
        <TextInput
          label={`Amount (${currency})`}
          value={amount}
          inputMode="decimal"
          error={amountMinor === undefined ? `A number with up to ${scale} decimals` : undefined}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
      )}
      {kind === 'return' && (
        <TextInput
          label="Reference of the return"
          required
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
      )}
      {!hasAmount && (
        <TextInput
          label={kind === 'closing' ? 'How it was settled' : 'Why'}
          required
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <Button
        type="submit"
        style={{ alignSelf: 'start' }}
        loading={record.isPending}
        disabled={hasAmount ? amountMinor === undefined : reason.trim() === ''}
      >
        Record: {actNames[kind].toLowerCase()}
      </Button>
      <Doubt record={record} insist={() => send(true)} />
      {record.error !== null && <Failure error={record.error} />}
      <SameAs
        command={toCommand(payout.id, act, { amount: `${amount} --currency ${currency}`, reference, reason })}
      />
    </Form>
  )
}
