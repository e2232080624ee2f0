import { describeMethod, type MemberResponse } from '@affiliate-platform/contract/console'
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '../money.ts'
import { formatDay } from '../texts.ts'
import { NotArrivedForm, PartForm, Unrecorded } from './answer-form.tsx'
import { useAnswer } from './answers.ts'
import { OwnAct } from './own-act.tsx'
import { useMemberId } from './session.ts'

type Asked = MemberResponse<'readHome'>['questions'][number]

/** What is asked of payments. One that was answered keeps its place, so that no other comes under the same finger. */
export function Questions({ questions }: { readonly questions: readonly Asked[] }) {
  const [seen, setSeen] = useState(questions)
  const isNew = ({ reportId }: Asked) => !seen.some((one) => one.reportId === reportId)
  if (questions.some(isNew)) setSeen([...seen, ...questions.filter(isNew)])
  return seen.map((question) =>
    questions.some(({ reportId }) => reportId === question.reportId) ? (
      <Question key={question.reportId} question={question} />
    ) : (
      <Answered key={question.reportId} question={question} />
    ),
  )
}

function Answered({ question: { payoutId, amount } }: QuestionProps) {
  const memberId = useMemberId()
  return (
    <section className="card question" role="status">
      <Text mb="xs">Thank you. Your answer about {formatMoney(amount)} is recorded.</Text>
      <Anchor component={Link} to={`/${memberId}/payouts/${payoutId}`} underline="always">
        See it, or undo it
      </Anchor>
    </section>
  )
}

interface QuestionProps {
  readonly question: Asked
}

/** Asks whether a payment arrived: all of it with one press, a part or nothing with two. */
function Question({ question }: QuestionProps) {
  const { payoutId, reportId, amount, method, reference, paidAt } = question
  const memberId = useMemberId()
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
        {reference !== null && `, reference ${reference}`}.{' '}
        <Anchor component={Link} to={`/${memberId}/payouts/${payoutId}`} underline="always">
          See what it is for
        </Anchor>
      </Text>
      <OwnAct what="say whether it did">
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
            A different amount
          </Button>
        </Group>
      </OwnAct>
      <Unrecorded answer={answer} />
      {open === 'part' && <PartForm {...about} amount={amount} />}
      {open === 'not' && <NotArrivedForm {...about} />}
    </section>
  )
}
