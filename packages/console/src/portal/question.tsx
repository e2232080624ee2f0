import type { MemberResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { formatMoney } from '../money.ts'
import { formatDay } from '../texts.ts'
import { NotArrivedForm, PartForm, Unrecorded } from './answer-form.tsx'
import { useAnswer } from './answers.ts'
import { describeMethod } from './texts.ts'

interface QuestionProps {
  readonly question: MemberResponse<'readHome'>['questions'][number]
}

/** Asks whether a payment arrived: all of it with one press, a part or nothing with two. */
export function Question({ question }: QuestionProps) {
  const { payoutId, reportId, amount, method, reference, paidAt } = question
  const [open, setOpen] = useState<'part' | 'not'>()
  const [id] = useState(() => crypto.randomUUID())
  const title = useId()
  const close = () => setOpen(undefined)
  const answer = useAnswer(payoutId, close)
  const about = { payoutId, reportId, close }
  return (
    <section className="card question" aria-labelledby={title}>
      <Title order={2} size={16} id={title}>
        Did {formatMoney(amount)} arrive?
      </Title>
      <Text mb="sm">
        Sent by {describeMethod(method)} on {formatDay(paidAt)}
        {reference !== null && `, reference ${reference}`}
      </Text>
      <Group gap="sm">
        <Button
          loading={answer.isPending}
          onClick={() =>
            answer.mutate({
              ...{ kind: 'confirmation', id, reportId },
              amount,
            })
          }
        >
          It arrived
        </Button>
        <Button
          variant="default"
          aria-expanded={open === 'not'}
          onClick={() => setOpen(open === 'not' ? undefined : 'not')}
        >
          It did not
        </Button>
        <Button
          variant="subtle"
          aria-expanded={open === 'part'}
          onClick={() => setOpen(open === 'part' ? undefined : 'part')}
        >
          More or less?
        </Button>
      </Group>
      <Unrecorded answer={answer} />
      {open === 'part' && <PartForm {...about} amount={amount} />}
      {open === 'not' && <NotArrivedForm {...about} />}
    </section>
  )
}
