import { type Role, roles } from '@affiliate-platform/contract/console'
import { Button, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { useRefusal } from '../session.ts'
import { Rejected } from './act.tsx'
import { Failure } from './loaded.tsx'
import { SameAs, toWord } from './same-as.tsx'

/** What each role may do, for who chooses one. */
const roleTexts: Readonly<Record<Role, string>> = {
  owner: 'Can do everything, including people and keys.',
  finance: 'Can freeze runs, record payments and save terms.',
  support: 'Can view everything.',
  reader: 'Can view everything.',
}

/** Adds a person with a role, and opens what can be done with them. */
export function InviteForm() {
  const queries = useQueryClient()
  const [, setSearch] = useSearchParams()
  const refusal = useRefusal('workspace:manage')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('reader')
  const invite = useMutation({
    mutationFn: () => call('invitePerson', { body: { email, name, role } }),
    onSuccess: async ({ rejected, person }) => {
      if (rejected !== null) return
      setEmail('')
      setName('')
      await queries.invalidateQueries()
      setSearch({ person: person.id }, { replace: true })
    },
  })
  const faults = invite.error instanceof CallError ? invite.error.faults : undefined
  const isDisabled = refusal !== undefined
  return (
    <section className="card" aria-labelledby="invite">
      <Title order={2} size={16} id="invite" mb="sm">
        Invite a person
      </Title>
      <Stack
        component="form"
        gap="sm"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          invite.mutate()
        }}
      >
        <TextInput
          label="E-mail"
          inputMode="email"
          required
          disabled={isDisabled}
          value={email}
          error={faults?.get('/email')}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <TextInput
          label="Name"
          required
          disabled={isDisabled}
          value={name}
          error={faults?.get('/name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          description={roleTexts[role]}
          data={[...roles]}
          disabled={isDisabled}
          value={role}
          onChange={({ currentTarget: { value } }) => setRole(roles.find((known) => known === value) ?? role)}
        />
        <Button type="submit" loading={invite.isPending} disabled={isDisabled}>
          Invite
        </Button>
        {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
        <Text size="xs" c="dimmed">
          No mail is sent: make a sign-in link for them, and hand it over.
        </Text>
        <Rejected why={invite.data?.rejected} />
        {invite.error !== null && faults?.size === 0 && <Failure error={invite.error} />}
        <SameAs
          command={`accounts invite ${toWord(email || '<email>')} --name ${toWord(name || '<name>')} --role ${role}`}
        />
      </Stack>
    </section>
  )
}
