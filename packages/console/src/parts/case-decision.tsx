import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Answer, type CaseData, describeAnswer, saidNames } from '../case-texts.ts'
import { formatTime } from '../texts.ts'
import { DecisionForm } from './decision-form.tsx'

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
