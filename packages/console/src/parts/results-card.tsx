import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useRefusal } from '../session.ts'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { RecordResults, type ResultsToRecord } from './results.tsx'

interface ResultsCardProps {
  readonly title: string
  /** What the first press does, such as `Check file`. */
  readonly check: string
  readonly isReady: boolean
  readonly results: ResultsToRecord
  readonly fields: ReactNode
  readonly command: ReactNode
}

/** The form of payments that are checked first, and recorded by a second press. */
export function ResultsCard({ title, check, isReady, results, fields, command }: ResultsCardProps) {
  const refusal = useRefusal('money:write')
  const { send } = results
  const id = useId()
  return (
    <section className="card first" aria-labelledby={id}>
      <Form submit={() => send.mutate({ isDryRun: true, isMeant: false })}>
        <Title order={2} size={16} id={id}>
          {title}
        </Title>
        {fields}
        <ActButton
          type="submit"
          variant={send.data === undefined ? 'filled' : 'default'}
          loading={send.isPending && send.variables.isDryRun}
          isRefused={refusal !== undefined}
          disabled={!isReady || send.isPending}
          aria-describedby={refusal === undefined ? undefined : `${id}-refusal`}
        >
          {check}
        </ActButton>
        {refusal !== undefined && (
          <Text size="xs" c="dimmed" id={`${id}-refusal`}>
            {refusal}
          </Text>
        )}
        <RecordResults results={results} />
        {command}
      </Form>
    </section>
  )
}
