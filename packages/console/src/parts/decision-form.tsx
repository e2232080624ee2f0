import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Kbd, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { type Answer, type CaseData, listAnswers, listUsualReasons } from '../case-texts.ts'
import { useRefusal } from '../session.ts'
import { held } from '../shortcuts.ts'
import { toWord } from '../to-word.ts'
import { ActButton } from './act-button.tsx'
import { CaseAnswer } from './case-answer.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

type Earlier = ConsoleResponse<'decideCase'>['earlier']

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

/** Chooses who referred the shop of a case, and says why. */
export function DecisionForm({ data, typed, onEarlier, onRecorded }: DecisionFormProps) {
  const { id, kind, answers, revision } = data
  const { answer, reason, setAnswer } = typed
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
      <ReasonField kind={kind} typed={typed} isRefused={refusal !== undefined} />
      <div className="decide">
        <ActButton
          type="submit"
          data-key="submit"
          isRefused={refusal !== undefined}
          disabled={!isReady}
          fullWidth
        >
          Record decision
          <Kbd ml="xs" size="xs" visibleFrom="sm">
            {held}↵
          </Kbd>
        </ActButton>
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

interface ReasonFieldProps {
  readonly kind: CaseData['kind']
  readonly typed: Typed
  readonly isRefused: boolean
}

function ReasonField({ kind, typed: { answer, reason, setReason }, isRefused }: ReasonFieldProps) {
  return (
    <div>
      <TextInput
        label="Reason"
        description={`Required. Kept with the decision${kind === 'claim' ? ', and sent to the member' : ''}.`}
        data-key="r"
        withAsterisk
        disabled={isRefused}
        value={reason}
        maxLength={500}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {answer !== undefined && !isRefused && (
        <Group gap={4} mt={8}>
          {listUsualReasons(kind, answer).map((usual) => (
            <Button key={usual} variant="default" size="compact-xs" onClick={() => setReason(usual)}>
              {usual}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}
