import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { currencyScale, fromDecimal, toDecimal } from '@affiliate-platform/contract/console'
import { Button, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useRefusal } from '../session.ts'
import { payeeMethodNames } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { ForRole } from './for-role.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { Doubt, type Recording, useRecording } from './recording.tsx'
import { SameAs } from './same-as.tsx'

type PayoutData = ConsoleResponse<'readPayoutFacts'>

/** Records what was paid outside of the platform; where nothing can be, why. */
export function PaymentReport({ payout }: { readonly payout: PayoutData }) {
  const refusal = useRefusal('money:write')
  const [recorded, setRecorded] = useState(0)
  const record = useRecording(payout.id, () => setRecorded((before) => before + 1))
  const { reset, isPending } = record
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused may be possible after another fact
  useEffect(() => {
    if (!isPending) reset()
  }, [payout.facts.length])
  const act = payout.acts.find(({ kind }) => kind === 'report')
  return (
    <section className="card" aria-labelledby="report">
      <Title order={2} size={16} id="report" mb="sm">
        Record payment
      </Title>
      <ForRole scope="money:write" instead={<Text c="dimmed">{refusal}</Text>}>
        {act?.reason ? (
          <Text c="dimmed">{act.reason}</Text>
        ) : (
          <ReportForm key={recorded} payout={payout} left={act?.amount ?? payout.unpaid} record={record} />
        )}
      </ForRole>
      {record.error !== null && <Failure error={record.error} />}
    </section>
  )
}

/** How a payment is called that was made as the payee wants it. */
const toMethod = (method: NonNullable<PayoutData['payee']>['method']) =>
  method === 'other' ? '' : method === 'sepa' ? 'Bank transfer' : payeeMethodNames[method]

interface ReportFormProps {
  readonly payout: PayoutData
  /** What nobody has recorded as paid. */
  readonly left: PayoutData['unpaid']
  readonly record: Recording
}

function ReportForm({ payout: { id: payoutId, payee }, left, record }: ReportFormProps) {
  const { currency } = left
  const scale = currencyScale(currency) ?? 0
  // One id for one payment: pressed twice, it is recorded once.
  const [id] = useState(() => crypto.randomUUID())
  const [typedAmount, setAmount] = useState<string>()
  const [method, setMethod] = useState(payee === null ? '' : toMethod(payee.method))
  const [reference, setReference] = useState('')
  const [paidOn, setPaidOn] = useState('')
  // Until somebody types, it is what is left, also once others have recorded something.
  const amount = typedAmount ?? toDecimal(left.amountMinor, scale)
  const amountMinor = fromDecimal(amount, scale)
  const report = (isMeant: boolean) => {
    if (amountMinor === undefined) return
    const money = { amountMinor, currency }
    record.mutate({
      ...{ kind: 'report', id, amount: money, method, isMeant },
      reference: reference || null,
      paidOn: paidOn || null,
    })
  }
  return (
    <Form submit={() => report(false)}>
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
        description="How your bank or provider finds it, such as a transaction id"
        value={reference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Paid on (optional)"
        description="Leave empty if it was paid today"
        value={paidOn}
        onChange={({ currentTarget }) => setPaidOn(currentTarget.value)}
      />
      <Button type="submit" loading={record.isPending} disabled={amountMinor === undefined}>
        Record payment
      </Button>
      <Doubt record={record} insist={() => report(true)} />
      <SameAs
        command={`payouts report ${payoutId} --amount ${amount} --currency ${currency} --method ${toWord(method || '…')}${reference && ` --reference ${toWord(reference)}`}${paidOn && ` --paid-at ${paidOn}`}`}
      />
    </Form>
  )
}
