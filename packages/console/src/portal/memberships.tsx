import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import { formatMoney } from '../money.ts'
import { Loaded } from '../parts/loaded.tsx'
import { call } from './api.ts'
import { Screen } from './screen.tsx'
import { useSession } from './session.ts'

/** Where somebody begins who acts for several members: each with what they have. */
export function Memberships() {
  const { memberships } = useSession()
  const [first, second] = memberships
  if (first !== undefined && second === undefined) return <Navigate to={`/${first.id}`} replace />
  return (
    <Screen title="Your programs">
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {memberships.map(({ id, programName, appName, name }) => (
          <li key={id} className="card">
            <Anchor component={Link} to={`/${id}`} fw={600}>
              {programName}
            </Anchor>
            <Text size="xs" c="dimmed">
              {appName}, as {name}
            </Text>
            <Sums memberId={id} />
          </li>
        ))}
      </Stack>
    </Screen>
  )
}

function Sums({ memberId }: { readonly memberId: string }) {
  const query = useQuery({ queryKey: ['home', memberId], queryFn: () => call('readHome', { id: memberId }) })
  return (
    <Loaded query={query}>
      {({ balances }) => (
        <Text>
          {balances.length === 0
            ? 'Nothing earned yet.'
            : `${balances.map(({ available }) => formatMoney(available)).join(', ')} available`}
        </Text>
      )}
    </Loaded>
  )
}
