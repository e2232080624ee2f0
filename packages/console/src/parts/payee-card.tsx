import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { useSession } from '../session.ts'
import { formatTime, payeeMethodNames } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { ForRole } from './for-role.tsx'
import { Form } from './form.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { PayeeFields, type TypedPayee, toPayee } from './payee-fields.tsx'
import { SameAs } from './same-as.tsx'

type Payee = ConsoleResponse<'listPayees'>['items'][number]

/** Whom the payouts of a member go to, for those who may know their addresses. */
export function PayeeCard({ memberId }: { readonly memberId: string }) {
  const { role } = useSession()
  return (
    <section className="card" aria-labelledby="payee">
      <Title order={2} size={16} id="payee" mb="sm">
        Payee
      </Title>
      <ForRole
        scope="money:write"
        instead={<Text c="dimmed">Your role ({role}) does not see the addresses of payees.</Text>}
      >
        <Payees memberId={memberId} />
      </ForRole>
    </section>
  )
}

function Payees({ memberId }: { readonly memberId: string }) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['payees', memberId],
    queryFn: () => call('listPayees', { id: memberId }),
  })
  return (
    <Loaded query={query}>
      {({ items }) => (
        <Stack gap="sm">
          {items.length === 0 && <Text>No payee yet, so no payment file includes this member.</Text>}
          {items.map((payee) => (
            <div key={payee.id}>
              <Text
                fw={payee.state === 'applies' ? 500 : 400}
                {...(payee.state === 'past' && { c: 'dimmed' })}
              >
                {describePayee(payee)}
              </Text>
              <Text size="xs" c="dimmed">
                {payee.state === 'past' ? 'was' : payee.state === 'scheduled' ? 'will be' : 'applies'}, from{' '}
                {formatTime(payee.effectiveFrom)},{' '}
                {payee.by === null ? 'recorded automatically' : `recorded by ${payee.by}`}
              </Text>
            </div>
          ))}
          {isOpen ? (
            <PayeeForm memberId={memberId} before={items[0]} close={() => setOpen(false)} />
          ) : (
            <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
              {items.length === 0 ? 'Set payee' : 'Change payee'}
            </Button>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function describePayee({ name, method, email, iban, bic, town, country }: Payee): string {
  const place = [town, country].filter((part) => part !== null).join(', ')
  return [`${name} by ${payeeMethodNames[method]}`, email, iban, bic, place].filter(Boolean).join(' · ')
}

const methods = ['paypal', 'wise', 'sepa', 'other'] as const

interface PayeeFormProps {
  readonly memberId: string
  readonly before: Payee | undefined
  readonly close: () => void
}

function PayeeForm({ memberId, before, close }: PayeeFormProps) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<TypedPayee>({
    ...{ name: before?.name ?? '', email: before?.email ?? '', iban: before?.iban ?? '' },
    ...{ bic: before?.bic ?? '', town: before?.town ?? '', country: before?.country ?? '' },
    ...{ kind: before?.kind ?? 'person', method: before?.method ?? 'paypal' },
  })
  const [from, setFrom] = useState('')
  const set = useMutation({
    mutationFn: () => {
      const effectiveFrom = from === '' ? null : `${from}T00:00:00Z`
      return call('setPayee', { id: memberId, body: { ...toPayee(typed), effectiveFrom } })
    },
    onSuccess: (after) => {
      queries.setQueryData(['payees', memberId], after)
      close()
    },
  })
  const faults = set.error instanceof CallError ? set.error.faults : undefined
  return (
    <Form submit={() => set.mutate()}>
      <PayeeFields typed={typed} setTyped={setTyped} methods={methods} faults={faults} />
      <TextInput
        type="date"
        label="From"
        description="Leave empty if it applies from now on. A run uses the payee on file when it was frozen."
        value={from}
        error={faults?.get('/effectiveFrom')}
        onChange={({ currentTarget: { value } }) => setFrom(value)}
      />
      <Button type="submit" loading={set.isPending}>
        Save payee
      </Button>
      <Button variant="default" onClick={close}>
        Cancel
      </Button>
      {set.error !== null && !faults?.size && <Failure error={set.error} />}
      <SameAs
        command={`payees set ${memberId} --name ${toWord(typed.name || '…')} --method ${typed.method}${from === '' ? '' : ` --from ${from}`}`}
      />
    </Form>
  )
}
