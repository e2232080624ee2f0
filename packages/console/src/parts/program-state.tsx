import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { useRefusal } from '../session.ts'
import { formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

interface ProgramStateProps {
  readonly program: Pick<ConsoleResponse<'readProgram'>, 'id' | 'closed'>
}

/** Whether a program takes new members and referrals. An owner closes it, with a reason, and reopens it. */
export function ProgramState({ program: { id, closed } }: ProgramStateProps) {
  const queries = useQueryClient()
  const refusal = useRefusal('workspace:manage')
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const save = useMutation({
    mutationFn: () =>
      closed === null ? call('closeProgram', { id, body: { reason } }) : call('reopenProgram', { id }),
    onSuccess: async () => {
      setOpen(false)
      setReason('')
      await queries.invalidateQueries()
    },
  })
  return (
    <section className="card" aria-labelledby="program-state">
      <Title order={2} size={16} id="program-state" mb="xs">
        {closed === null ? 'Close the program' : 'Closed'}
      </Title>
      <Form submit={() => save.mutate()}>
        <Text>
          {closed === null
            ? 'It then takes no new members, referrals or applications. Members keep what they have, earn on, and are paid.'
            : `Since ${formatTime(closed.at)} it takes no new members, referrals or applications.`}
        </Text>
        {closed?.reason && <Text style={{ overflowWrap: 'anywhere' }}>Why: {closed.reason}</Text>}
        {closed === null && isOpen && (
          <TextInput
            label="Reason, for operators alone"
            required
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        <Group gap="sm">
          {closed !== null || isOpen ? (
            <ActButton
              type="submit"
              variant={closed === null ? 'filled' : 'default'}
              loading={save.isPending}
              isRefused={refusal !== undefined}
            >
              {closed === null ? 'Close the program' : 'Reopen it'}
            </ActButton>
          ) : (
            <ActButton variant="default" isRefused={refusal !== undefined} onClick={() => setOpen(true)}>
              Close it
            </ActButton>
          )}
          {isOpen && (
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          )}
        </Group>
        {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
        {save.error !== null && <Failure error={save.error} />}
        <SameAs
          command={
            closed === null
              ? `programs close ${id} --reason ${toWord(reason.trim() || '<reason>')}`
              : `programs reopen ${id}`
          }
        />
      </Form>
    </section>
  )
}
