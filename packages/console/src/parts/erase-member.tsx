import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { useRefusal } from '../session.ts'
import { count, places } from '../texts.ts'
import { Rejected } from './act.tsx'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

type Erasure = NonNullable<ConsoleResponse<'eraseMember'>['erasure']>

interface EraseMemberProps {
  readonly member: ConsoleResponse<'readMember'>['member']
}

/** Erases who a member is: what goes and what stays is seen first, and the name is typed. */
export function EraseMember({ member: { id, name } }: EraseMemberProps) {
  const queries = useQueryClient()
  const refusal = useRefusal('workspace:manage')
  // A press asks for it, and nothing asks again: what it would come to is found by trying.
  const preview = useMutation({ mutationFn: () => call('eraseMember', { id, body: { isDryRun: true } }) })
  const erase = useMutation({
    mutationFn: (typed: string) => call('eraseMember', { id, body: { isDryRun: false, name: typed } }),
    onSuccess: ({ rejected }) => (rejected === null ? queries.invalidateQueries() : undefined),
  })
  const seen = preview.data?.erasure
  const erased = erase.data?.erasure
  return (
    <section className="card" aria-labelledby="erase-member">
      <Title order={2} size={16} id="erase-member" mb="sm">
        Erase the member
      </Title>
      <Stack gap="sm">
        <Text>
          Where somebody asks to be forgotten. Amounts, payments and what was said of them stay, without the
          name.
        </Text>
        {erased ? (
          <Text role="status" style={{ overflowWrap: 'anywhere' }}>
            The member was erased, and is called <bdi>{erased.name}</bdi>.
          </Text>
        ) : seen ? (
          <>
            <Preview name={name} erasure={seen} />
            <Confirmation name={name} isPending={erase.isPending} confirm={erase.mutate} />
            <Rejected why={erase.data?.rejected} title="Nothing was erased" />
            {erase.error !== null && <Failure error={erase.error} />}
            <SameAs command={`memberships erase ${id}`} />
          </>
        ) : (
          <>
            <ActButton
              variant="default"
              style={{ alignSelf: 'start' }}
              loading={preview.isPending}
              isRefused={refusal !== undefined}
              onClick={() => preview.mutate()}
            >
              See what goes
            </ActButton>
            {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
            {preview.error !== null && <Failure error={preview.error} />}
            <SameAs command={`memberships erase ${id} --dry-run`} />
          </>
        )}
      </Stack>
    </section>
  )
}

interface PreviewProps {
  /** Of the member, now. */
  readonly name: string
  readonly erasure: Erasure
}

function Preview({ name, erasure }: PreviewProps) {
  const { name: hashed, people, payeesErased, payeesKept, open } = erasure
  return (
    <>
      <Title order={3} size={14}>
        What goes
      </Title>
      <ul style={{ margin: 0, paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
        <li>
          {name === hashed ? (
            'The name went before.'
          ) : (
            <>
              The name: <bdi>{name}</bdi> is called <bdi>{hashed}</bdi> everywhere.
            </>
          )}
        </li>
        {people.map(({ name: called, email, isErased }) => (
          <li key={email}>
            <bdi>{called}</bdi> ({email}):{' '}
            {isErased
              ? 'name, address, passkeys and sessions.'
              : 'acts for the member no more. The person stays: they act for another member, or are an operator.'}
          </li>
        ))}
        {payeesErased > 0 && <li>The details of {count(payeesErased, 'payee')}.</li>}
      </ul>
      <Title order={3} size={14}>
        What stays
      </Title>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        <li>Amounts, payments and confirmations with their times.</li>
        <li>Links and their codes, and what was written of a payment or a shop.</li>
        <Open open={open} payeesKept={payeesKept} />
      </ul>
    </>
  )
}

function Open({ open, payeesKept }: Pick<Erasure, 'open' | 'payeesKept'>) {
  const amounts = open.flatMap((of) =>
    (['toBePaid', 'available', 'held'] as const)
      .filter((place) => of[place].amountMinor !== '0')
      .map((place) => `${formatMoney(of[place])} ${places[place].toLowerCase()}`),
  )
  if (amounts.length === 0) return <li>Nothing is open.</li>
  return (
    <li>
      Open, and still paid: {amounts.join(', ')}.{' '}
      {payeesKept > 0
        ? `For that the details of ${count(payeesKept, 'payee')} are kept until it is paid, half a year at most.`
        : 'Nobody knows how to pay it: agree on that with the member first.'}
    </li>
  )
}

interface ConfirmationProps {
  /** That has to be typed. */
  readonly name: string
  readonly isPending: boolean
  readonly confirm: (typed: string) => void
}

function Confirmation({ name, isPending, confirm }: ConfirmationProps) {
  const [typed, setTyped] = useState('')
  const isTyped = typed.trim() === name.trim()
  return (
    <Form
      submit={() => {
        if (isTyped) confirm(typed)
      }}
    >
      <TextInput
        label={`Type ${name} to erase the member`}
        description="This cannot be taken back."
        value={typed}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Group>
        <Button type="submit" disabled={!isTyped} loading={isPending}>
          Erase for good
        </Button>
      </Group>
    </Form>
  )
}
