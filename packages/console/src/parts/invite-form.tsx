import { type Role, roles } from '@affiliate-platform/contract/console'
import { NativeSelect, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { useRefusal } from '../session.ts'
import { toWord } from '../to-word.ts'
import { Rejected } from './act.tsx'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { PersonFields } from './person-fields.tsx'
import { SameAs } from './same-as.tsx'

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
  const [invited, setInvited] = useState({ email: '', name: '' })
  const { email, name } = invited
  const [role, setRole] = useState<Role>('reader')
  const invite = useMutation({
    mutationFn: () => call('invitePerson', { body: { ...invited, role } }),
    onSuccess: async ({ rejected, person }) => {
      if (rejected !== null) return
      setInvited({ email: '', name: '' })
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
      <Form submit={() => invite.mutate()}>
        <PersonFields person={invited} onChange={setInvited} faults={faults} isDisabled={isDisabled} />
        <NativeSelect
          label="Role"
          description={roleTexts[role]}
          data={[...roles]}
          disabled={isDisabled}
          value={role}
          onChange={({ currentTarget: { value } }) => setRole(roles.find((known) => known === value) ?? role)}
        />
        <ActButton type="submit" loading={invite.isPending} isRefused={isDisabled}>
          Invite
        </ActButton>
        {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
        <Text size="xs" c="dimmed">
          No mail is sent: make a sign-in link for them, and hand it over.
        </Text>
        <Rejected why={invite.data?.rejected} />
        {invite.error !== null && faults?.size === 0 && <Failure error={invite.error} />}
        <SameAs
          command={`accounts invite ${toWord(email || '<email>')} --name ${toWord(name || '<name>')} --role ${role}`}
        />
      </Form>
    </section>
  )
}
