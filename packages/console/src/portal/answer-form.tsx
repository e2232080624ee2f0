import type { MemberBody } from '@affiliate-platform/contract/console'
import { currencyScale, fromDecimal, toDecimal } from '@affiliate-platform/contract/console'
import { Alert, Button, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Amount } from '../money.ts'
import { formatMoney } from '../money.ts'
import { Form } from '../parts/form.tsx'
import { Failure } from '../parts/loaded.tsx'
import { type Answering, useAnswer } from './answers.ts'

/** Why nothing was recorded, in its place. */
export function Unrecorded({ answer: { data, error } }: { readonly answer: Answering }) {
  if (error !== null) return <Failure error={error} />
  if (!data?.rejected) return null
  return (
    <Alert color="yellow" role="alert" title="Nothing was recorded">
      {data.rejected}
    </Alert>
  )
}

interface AnswerFormProps {
  readonly answer: Answering
  readonly label: string
  readonly isReady: boolean
  readonly send: () => void
  readonly close: () => void
  readonly children: ReactNode
}

function AnswerForm({ answer, label, isReady, send, close, children }: AnswerFormProps) {
  return (
    <Form submit={() => send()} mt="sm">
      {children}
      <Group gap="sm">
        <Button type="submit" loading={answer.isPending} disabled={!isReady}>
          {label}
        </Button>
        <Button variant="default" onClick={close}>
          Not now
        </Button>
      </Group>
      <Unrecorded answer={answer} />
    </Form>
  )
}

interface AboutPayment {
  readonly payoutId: string
  readonly reportId: string
  readonly amount: Amount
  readonly close: () => void
}

/** Says that a part of a payment arrived. */
export function PartForm({ payoutId, reportId, amount, close }: AboutPayment) {
  const answer = useAnswer(payoutId, close)
  // One id for one fact: pressed twice, it is recorded once.
  const [id] = useState(() => crypto.randomUUID())
  const scale = currencyScale(amount.currency) ?? 0
  const [typed, setTyped] = useState<string>(() => toDecimal(amount.amountMinor, scale))
  const amountMinor = fromDecimal(typed, scale)
  const isMore = amountMinor !== undefined && BigInt(amountMinor) > BigInt(amount.amountMinor)
  const fault = amountMinor === undefined ? `A number with up to ${scale} decimals` : undefined
  return (
    <AnswerForm
      answer={answer}
      label="Confirm this amount"
      isReady={amountMinor !== undefined && !isMore && amountMinor !== '0'}
      send={() =>
        answer.mutate({
          ...{ kind: 'confirmation', id, reportId },
          amount: { amountMinor: amountMinor ?? '0', currency: amount.currency },
        })
      }
      close={close}
    >
      <TextInput
        label={`What arrived (${amount.currency})`}
        inputMode="decimal"
        value={typed}
        error={
          isMore ? `At most ${formatMoney(amount)}, which was sent. If more came, tell the program.` : fault
        }
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </AnswerForm>
  )
}

const happened = ['Nothing arrived', 'Less arrived', 'It went to the wrong account', 'Something else']

/** Says that a payment did not arrive: what happened, and their own words. */
export function NotArrivedForm({ payoutId, reportId, close }: Omit<AboutPayment, 'amount'>) {
  const answer = useAnswer(payoutId, close)
  const [id] = useState(() => crypto.randomUUID())
  const [what, setWhat] = useState(happened[0] ?? '')
  const [words, setWords] = useState('')
  const needsWords = what === 'Something else'
  const reason = words.trim() === '' ? what : `${what}: ${words.trim().replaceAll(/\s+/g, ' ')}`
  return (
    <AnswerForm
      answer={answer}
      label="Report it missing"
      isReady={!needsWords || words.trim() !== ''}
      send={() => answer.mutate({ kind: 'dispute', id, reportId, reason })}
      close={close}
    >
      <NativeSelect
        label="What happened?"
        data={happened}
        value={what}
        onChange={({ currentTarget }) => setWhat(currentTarget.value)}
      />
      <Textarea
        label="In your words"
        maxLength={400}
        autosize
        required={needsWords}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        The program sees this at once and looks into it. If it arrives after all, say so on the payout’s page.
      </Text>
    </AnswerForm>
  )
}

interface TakeBackProps {
  readonly payoutId: string
  readonly label: string
  readonly question: string
  readonly toBody: (reason: string) => MemberBody<'answerPayment'>
  readonly close: () => void
}

/** Takes back what was said before. */
export function TakeBackForm({ payoutId, label, question, toBody, close }: TakeBackProps) {
  const answer = useAnswer(payoutId, close)
  const [reason, setReason] = useState('')
  return (
    <AnswerForm
      answer={answer}
      label={label}
      isReady={reason.trim() !== ''}
      send={() => answer.mutate(toBody(reason))}
      close={close}
    >
      <TextInput
        label={question}
        required
        maxLength={400}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </AnswerForm>
  )
}
