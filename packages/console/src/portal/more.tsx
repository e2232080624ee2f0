import { Anchor, Button, Group, NativeSelect, Text, Title, useMantineColorScheme } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { Failure } from '../parts/loaded.tsx'
import { call } from './api.ts'
import { OwnAct } from './own-act.tsx'
import { Screen } from './screen.tsx'
import { useMemberId, useSession } from './session.ts'
import { Statements } from './statements.tsx'
import { Terms } from './terms.tsx'

const looks = [
  { value: 'auto', label: 'As the device has it' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The terms, and what is about the person: who they are here, how it looks, and the way out. */
export function More() {
  const { account } = useSession()
  const memberId = useMemberId()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const signOut = useMutation({
    mutationFn: () => call('signOutMember'),
    onSuccess: () => {
      queries.clear()
      void navigate('/sign-in', { replace: true })
    },
  })
  return (
    <Screen title="More">
      <Terms />
      <OwnAct what="open their statements, payout details, sessions and data">
        <Statements />
        <section className="card" aria-labelledby="payee">
          <Title order={2} size={16} id="payee" mb="xs">
            Payout details
          </Title>
          <Anchor component={Link} to={`/${memberId}/more/payee`} underline="always">
            Where your payouts go
          </Anchor>
        </section>
        <section className="card" aria-labelledby="person">
          <Title order={2} size={16} id="person">
            {account.name}
          </Title>
          <Text c="dimmed" mb="xs">
            {account.email}
          </Text>
          <Anchor
            component={Link}
            to={`/${memberId}/more/account`}
            underline="always"
            display="block"
            mb="md"
          >
            Your address, sessions, passkeys, mail and data
          </Anchor>
          <Anchor component={Link} to={`/${memberId}/more/leave`} underline="always" display="block" mb="md">
            Leave, or be erased
          </Anchor>
          <Group align="end" justify="space-between">
            <NativeSelect
              label="Appearance"
              data={[...looks]}
              value={colorScheme}
              onChange={({ currentTarget: { value } }) =>
                setColorScheme(looks.find((look) => look.value === value)?.value ?? 'auto')
              }
            />
            <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
              Sign out
            </Button>
          </Group>
          {signOut.error !== null && <Failure error={signOut.error} />}
        </section>
      </OwnAct>
    </Screen>
  )
}
