import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Button, Group, Kbd, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api.ts'
import {
  type Answer,
  type CaseData,
  describeAnswer,
  listAnswers,
  listUsualReasons,
  saidNames,
} from '../case-texts.ts'
import { useRefusal } from '../session.ts'
import { held } from '../shortcuts.ts'
import { formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { CaseAnswer } from './case-answer.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

type Decision = CaseData['decisions'][number]
type Earlier = ConsoleResponse<'decideCase'>['earlier']

interface CaseDecisionProps {
  readonly data: CaseData
  /** The next case that is open. */
  readonly next: string | undefined
}

/** What was decided of a case, and what to decide of it now. */
export function CaseDecision({ data, next }: CaseDecisionProps) {
  const { decisions, revision } = data
  // A decision that comes meanwhile is shown first; what was typed stays.
  const [openFor, setOpenFor] = useState(0)
  const [answer, setAnswer] = useState<Answer['answer']>()
  const [reason, setReason] = useState('')
  const [earlier, setEarlier] = useState<Earlier>(null)
  const isOpen = openFor === revision
  return (
    <section className="card" aria-labelledby="decision">
      <Title order={2} size={16} id="decision" mb="sm">
        Decision
      </Title>
      <Stack gap="md">
        {earlier !== null && (
          <Alert color="yellow" role="alert" title={`${earlier.by} decided this first`}>
            Your decision was not recorded.
          </Alert>
        )}
        {decisions.map((decision, index) => (
          <Made key={decision.at} decision={decision} isLast={index === 0} data={data} />
        ))}
        {isOpen ? (
          <DecisionForm
            data={data}
            typed={{ answer, reason, setAnswer, setReason }}
            onEarlier={setEarlier}
            onRecorded={() => {
              setAnswer(undefined)
              setReason('')
            }}
          />
        ) : (
          <Group gap="xs">
            {next !== undefined && (
              <Button component={Link} to={`/cases/${next}`}>
                Next case
              </Button>
            )}
            <Button variant="default" onClick={() => setOpenFor(revision)}>
              Decide again
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  )
}

interface MadeProps {
  readonly decision: Decision
  readonly isLast: boolean
  readonly data: CaseData
}

/** A decision that was made; the last one with who refers the shop by it. */
function Made({ decision: { answer, reason, by, at }, isLast, data }: MadeProps) {
  const verb = saidNames[answer]
  const chosen = data.answers.find((one) => one.answer === answer)
  return (
    <div>
      <Text fw={isLast ? 500 : 400}>
        {isLast && chosen
          ? `Decision: ${describeAnswer(chosen.member)}`
          : `${verb}: the evidence for ${data.member.name}`}
      </Text>
      <Text style={{ overflowWrap: 'anywhere' }}>{reason}</Text>
      <Text size="xs" c="dimmed">
        {by}, {formatTime(at)}
      </Text>
    </div>
  )
}

interface Typed {
  readonly answer: Answer['answer'] | undefined
  readonly reason: string
  readonly setAnswer: (answer: Answer['answer']) => void
  readonly setReason: (reason: string) => void
}

interface DecisionFormProps {
  readonly data: CaseData
  readonly typed: Typed
  /** Told what somebody else decided first, or that nobody did. */
  readonly onEarlier: (earlier: Earlier) => void
  readonly onRecorded: () => void
}

function DecisionForm({ data, typed, onEarlier, onRecorded }: DecisionFormProps) {
  const { id, kind, answers, revision } = data
  const { answer, reason, setAnswer, setReason } = typed
  const queries = useQueryClient()
  const refusal = useRefusal('money:write')
  const decide = useMutation({
    mutationFn: (body: { answer: Answer['answer']; reason: string; revision: number }) =>
      call('decideCase', { id, body }),
    onSuccess: async ({ earlier }) => {
      onEarlier(earlier)
      // What was chosen stays on the screen until the case is shown as it is now; what was not recorded stays after it.
      await queries.invalidateQueries()
      if (earlier === null) onRecorded()
    },
  })
  const isReady = refusal === undefined && answer !== undefined && reason.trim() !== '' && !decide.isPending
  const submit = () => {
    if (isReady) decide.mutate({ answer, reason, revision })
  }
  return (
    <Form submit={submit} gap="md">
      <fieldset className="answers" disabled={refusal !== undefined}>
        <legend>Who referred this shop?</legend>
        {listAnswers(answers).map((one, index) => (
          <CaseAnswer
            key={one.answer}
            answer={one}
            data={data}
            shortcut={`${index + 1}`}
            isChosen={one.answer === answer}
            choose={() => setAnswer(one.answer)}
          />
        ))}
      </fieldset>
      <div>
        <TextInput
          label="Reason"
          description={`Required. Kept with the decision${kind === 'claim' ? ', and sent to the member' : ''}.`}
          data-key="r"
          withAsterisk
          disabled={refusal !== undefined}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {answer !== undefined && refusal === undefined && (
          <Group gap={4} mt={8}>
            {listUsualReasons(kind, answer).map((usual) => (
              <Button key={usual} variant="default" size="compact-xs" onClick={() => setReason(usual)}>
                {usual}
              </Button>
            ))}
          </Group>
        )}
      </div>
      <div className="decide">
        <Button type="submit" data-key="submit" disabled={!isReady} fullWidth>
          Record decision
          <Kbd ml="xs" size="xs" visibleFrom="sm">
            {held}↵
          </Kbd>
        </Button>
      </div>
      {refusal !== undefined && (
        <Text size="xs" c="dimmed">
          {refusal}
        </Text>
      )}
      {decide.error !== null && <Failure error={decide.error} />}
      <SameAs
        command={`attribution decide ${id} ${answer ?? 'accept'} --reason ${toWord(reason || '…')}${revision > 0 ? ' --again' : ''}`}
      />
    </Form>
  )
}
