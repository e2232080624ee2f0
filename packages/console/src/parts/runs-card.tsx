import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api.ts'
import { useRefusal } from '../session.ts'
import { formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { ActButton } from './act-button.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

type Exclusion = ConsoleBody<'setExclusion'>

/** Whether payout runs pay a member: what keeps them out, and how they are let in again. */
export function RunsCard({ record }: { readonly record: ConsoleResponse<'readMember'> }) {
  const { member, exclusions } = record
  const queries = useQueryClient()
  const refusal = useRefusal('money:write')
  const [reason, setReason] = useState('')
  const set = useMutation({
    mutationFn: (body: Exclusion) => call('setExclusion', { id: member.id, body }),
    onSuccess: async () => {
      setReason('')
      await queries.invalidateQueries()
    },
  })
  const { reset, isPending } = set
  // biome-ignore lint/correctness/useExhaustiveDependencies: what got no response may have been done
  useEffect(() => {
    if (!isPending) reset()
  }, [exclusions.length])
  const isBlank = reason.trim() === ''
  const isExcluded = exclusions.length > 0
  const act = (order: Omit<Exclusion, 'reason'>) => set.mutate({ ...order, reason })
  return (
    <section className="card" aria-labelledby="runs">
      <Title order={2} size={16} id="runs" mb="sm">
        Payout runs
      </Title>
      <Stack gap="sm">
        {!isExcluded && <Text>Runs pay this member.</Text>}
        {exclusions.map((exclusion) => (
          <Excluded key={exclusion.currency} exclusion={exclusion} />
        ))}
        <TextInput
          label="Why"
          disabled={refusal !== undefined}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {isExcluded ? (
          exclusions.map(({ currency }) => (
            <ActButton
              key={currency}
              variant="default"
              loading={set.isPending}
              isRefused={refusal !== undefined}
              disabled={isBlank}
              onClick={() => act({ isExcluded: false, currency })}
            >
              Include again{currency !== null && ` in ${currency}`}
            </ActButton>
          ))
        ) : (
          <ActButton
            variant="default"
            loading={set.isPending}
            isRefused={refusal !== undefined}
            disabled={isBlank}
            onClick={() => act({ isExcluded: true, currency: null })}
          >
            Exclude from runs
          </ActButton>
        )}
        {refusal !== undefined && (
          <Text size="xs" c="dimmed">
            {refusal}
          </Text>
        )}
        {set.error !== null && <Failure error={set.error} />}
        <SameAs
          command={
            `payouts ${isExcluded ? 'include' : 'exclude'} ${member.id} --reason ${toWord(reason || '…')}` as const
          }
        />
      </Stack>
    </section>
  )
}

interface ExcludedProps {
  readonly exclusion: ConsoleResponse<'readMember'>['exclusions'][number]
}

function Excluded({ exclusion: { currency, reason, by, since } }: ExcludedProps) {
  return (
    <div>
      <Text>
        Excluded{currency !== null && ` in ${currency}`}: {reason}
      </Text>
      <Text size="xs" c="dimmed">
        {by}, {formatTime(since)}
      </Text>
    </div>
  )
}
