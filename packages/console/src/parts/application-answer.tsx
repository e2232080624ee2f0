import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { toWord } from '../to-word.ts'
import { Rejected } from './act.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

interface ApplicationAnswerProps {
  readonly application: Pick<ConsoleResponse<'listApplications'>['items'][number], 'id' | 'name'>
  readonly groups: ConsoleResponse<'readProgram'>['groups']
}

type Answer = 'approved' | 'declined'

/** Takes somebody in, or declines: each opened by a button, with what follows from it, before it is done. */
export function ApplicationAnswer({ application: { id, name }, groups }: ApplicationAnswerProps) {
  const queries = useQueryClient()
  const [answer, setAnswer] = useState<Answer>()
  const [group, setGroup] = useState('')
  const [reason, setReason] = useState('')
  const isApproval = answer === 'approved'
  const decide = useMutation({
    mutationFn: () =>
      call('decideApplication', {
        id,
        body: isApproval
          ? { state: 'approved', groupId: group || null, reason: reason.trim() || null }
          : { state: 'declined', reason },
      }),
    onSuccess: ({ rejected }) => (rejected === null ? queries.invalidateQueries() : undefined),
  })
  if (answer === undefined) return <Choice name={name} choose={setAnswer} />
  const why = reason.trim() === '' ? '' : ` --reason ${toWord(reason.trim())}`
  return (
    <Form submit={() => decide.mutate()} maw={520}>
      <Text>
        {isApproval
          ? `${name} becomes a member and is sent an invitation to the portal by mail.`
          : `${name} is told by mail that you cannot take them in. They are not told the reason.`}
      </Text>
      {isApproval && groups.length > 0 && (
        <NativeSelect
          label="Group"
          value={group}
          data={[
            { value: '', label: 'None: the terms of the program' },
            ...groups.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={({ currentTarget }) => setGroup(currentTarget.value)}
        />
      )}
      <TextInput
        label={isApproval ? 'Reason, for operators alone (optional)' : 'Reason, for operators alone'}
        required={!isApproval}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Group gap="sm">
        <Button type="submit" loading={decide.isPending}>
          {isApproval ? 'Approve' : 'Decline'}
        </Button>
        <Button variant="default" onClick={() => setAnswer(undefined)}>
          Cancel
        </Button>
      </Group>
      <Rejected why={decide.data?.rejected} />
      {decide.error !== null && <Failure error={decide.error} />}
      <SameAs
        command={
          isApproval
            ? `applications approve ${id}${group === '' ? '' : ` --group ${group}`}${why}`
            : `applications decline ${id}${why || " --reason '<reason>'"}`
        }
      />
    </Form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly choose: (answer: Answer) => void
}

function Choice({ name, choose }: ChoiceProps) {
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => choose('approved')}>
        Approve {name}
      </Button>
      <Button variant="default" onClick={() => choose('declined')}>
        Decline {name}
      </Button>
    </Group>
  )
}
