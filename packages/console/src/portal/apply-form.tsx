import { Button, Text, Textarea, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../parts/form.tsx'
import { PersonFields } from '../parts/person-fields.tsx'
import { VisitorFailure } from '../parts/visitor-failure.tsx'
import { CallError } from '../send.ts'
import { call } from './api.ts'

interface ApplyFormProps {
  readonly programId: string
  readonly workspaceName: string
}

/** Applies to a program. What comes of it is told by mail alone, so that nobody learns whose address is known. */
export function ApplyForm({ programId, workspaceName }: ApplyFormProps) {
  const [person, setPerson] = useState({ email: '', name: '' })
  const [words, setWords] = useState('')
  const applying = useMutation({
    mutationFn: () =>
      call('applyToProgram', { id: programId, body: { ...person, words: words.replace(/\s+/g, ' ') } }),
  })
  const faults = applying.error instanceof CallError ? applying.error.faults : undefined
  return (
    <section className="card" aria-labelledby="apply">
      <Title order={2} size={16} id="apply" mb="sm">
        Apply
      </Title>
      {applying.isSuccess ? (
        <Text role="status">
          Thank you. A person at {workspaceName} reads what you wrote, and you hear from them at{' '}
          {person.email.trim()}.
        </Text>
      ) : (
        <Form submit={() => applying.mutate()}>
          <PersonFields person={person} onChange={setPerson} faults={faults} />
          <Textarea
            label="Where will you share it?"
            description="Your site, your channel, your newsletter, the stores that you work for."
            required
            rows={3}
            maxLength={1000}
            value={words}
            error={faults?.get('/words')}
            onChange={({ currentTarget: { value } }) => setWords(value)}
          />
          <Button type="submit" loading={applying.isPending} style={{ alignSelf: 'start' }}>
            Apply
          </Button>
          <Text size="xs" c="dimmed">
            {workspaceName} keeps this until it has decided, and half a year longer.
          </Text>
          {applying.error !== null && faults?.size === 0 && <VisitorFailure error={applying.error} />}
        </Form>
      )}
    </section>
  )
}
