import { Button, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, type Half, sendsMail } from '../send.ts'
import { Form } from './form.tsx'
import { VisitorFailure } from './visitor-failure.tsx'

interface AskForLinkProps {
  readonly half: Half
  readonly ask: (email: string) => Promise<unknown>
  /** What is said instead where no mail is sent. */
  readonly otherwise: string
}

/** Asks for a link by mail. Nobody is told whether somebody has the address. */
export function AskForLink({ half, ask, otherwise }: AskForLinkProps) {
  const { data: canAsk } = useQuery({ queryKey: ['ways', half], queryFn: () => sendsMail(half) })
  const [email, setEmail] = useState('')
  const asking = useMutation({ mutationFn: () => ask(email) })
  const fault = asking.error instanceof CallError ? asking.error.faults.get('/email') : undefined
  if (canAsk === undefined) return null
  if (!canAsk) return <Text>{otherwise}</Text>
  if (asking.isSuccess) {
    return (
      <Text role="status">
        If {email} can sign in here, a link is on its way. It works once, for half an hour. Nothing after a
        few minutes? Look in your spam, and check the address.
      </Text>
    )
  }
  return (
    <Form submit={() => asking.mutate()} gap="xs">
      <TextInput
        label="Your e-mail address"
        type="email"
        autoComplete="email"
        required
        value={email}
        error={fault}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
      <Button type="submit" variant="default" loading={asking.isPending}>
        Send me a link
      </Button>
      {asking.error !== null && fault === undefined && <VisitorFailure error={asking.error} />}
    </Form>
  )
}
