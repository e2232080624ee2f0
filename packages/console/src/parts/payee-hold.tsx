import { Group, NativeSelect, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { useSession } from '../session.ts'
import { toWord } from '../to-word.ts'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

const daysMax = 30

interface PayeeHoldProps {
  readonly days: number
  readonly isRefused: boolean
}

/** How long nothing is paid to where a member has moved their payouts. */
export function PayeeHold({ days: saved, isRefused }: PayeeHoldProps) {
  const queries = useQueryClient()
  const { workspace } = useSession()
  const [days, setDays] = useState(saved)
  const save = useMutation({
    mutationFn: () => call('setPayeeHold', { body: { days } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <section className="card" aria-labelledby="payee-hold">
      <Title order={2} size={16} id="payee-hold" mb={4}>
        New payout details
      </Title>
      <Text c="dimmed" mb="sm">
        When a member changes where their payouts go, runs leave them out for so long: time to tell you that
        it was not them.
      </Text>
      <Form submit={() => save.mutate()}>
        <Group gap="sm" align="end">
          <NativeSelect
            label="Days to wait"
            value={`${days}`}
            disabled={isRefused}
            data={Array.from({ length: daysMax + 1 }, (_, day) => `${day}`)}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          />
          <ActButton
            type="submit"
            variant="default"
            loading={save.isPending}
            isRefused={isRefused}
            disabled={days === saved}
          >
            Save days
          </ActButton>
        </Group>
        {save.error !== null && <Failure error={save.error} />}
        {days !== saved && (
          <SameAs command={`workspaces update ${toWord(workspace.id)} --payee-hold-days ${days}`} />
        )}
      </Form>
    </section>
  )
}
