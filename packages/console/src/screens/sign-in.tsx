import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../api.ts'
import { AskForLink } from '../parts/ask-for-link.tsx'
import { PasskeySignIn } from '../parts/passkey-sign-in.tsx'
import { SignInCard } from '../parts/sign-in-card.tsx'
import { listOffers, type Offer } from '../send.ts'
import { takeWanted } from '../wanted.ts'

/** Signs a person in by the link that they opened, or by a passkey. */
export function SignIn() {
  const { hash } = useLocation()
  const token = hash.slice(1)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const enter = () => {
    queries.clear()
    void navigate(takeWanted() ?? '/', { replace: true })
  }
  const signIn = useMutation({
    mutationFn: (token: string) => call('signIn', { authorization: `Bearer ${token}` }),
    onSuccess: enter,
  })
  return (
    <SignInCard
      title="Affiliate console"
      token={token}
      signIn={signIn}
      another={
        <AskForLink
          half="/console"
          ask={(email) => call('askForLink', { body: { email } })}
          otherwise="Open the link that an owner has sent you. Where nobody can sign in yet, whoever runs the service prints one with the command accounts link."
        />
      }
    >
      <Offers signIn={(offer) => signIn.mutate(offer.token)} isBusy={signIn.isPending} />
      <PasskeySignIn half="/console" signIn={(signed) => call('signInByPasskey', signed)} onDone={enter} />
    </SignInCard>
  )
}

function Offers({ signIn, isBusy }: { readonly signIn: (offer: Offer) => void; readonly isBusy: boolean }) {
  // Each offer is good for once.
  const { data: offers } = useQuery({
    queryKey: ['offers'],
    queryFn: () => listOffers('/console'),
    staleTime: 0,
    gcTime: 0,
  })
  if (offers === undefined) return <Skeleton height={180} aria-label="Loading" />
  if (offers.length === 0) return null
  const [first] = offers
  const workspaces = [...new Set(offers.map(({ workspace }) => workspace))]
  return (
    <>
      <Text>A demo, on your machine alone. Continue as</Text>
      {workspaces.map((workspace) => (
        <Stack key={workspace} component="section" gap="xs" aria-label={workspace}>
          <Title order={2} size={14} mt="xs">
            {workspace}
          </Title>
          <Text size="xs" c="dimmed">
            {about[workspace]}
          </Text>
          {offers
            .filter((offer) => offer.workspace === workspace)
            .map((offer) => (
              <Button
                key={offer.name}
                variant={offer === first ? 'filled' : 'default'}
                disabled={isBusy}
                onClick={() => signIn(offer)}
              >
                {offer.name} ({offer.role})
              </Button>
            ))}
        </Stack>
      ))}
    </>
  )
}

/** What the workspaces of the demo are for. */
const about: Readonly<Record<string, string>> = {
  'Bright Reviews': 'A year of a partner program, which ends today.',
  'Stress test': 'Amounts of 38 digits, names that break a search, and the example app.',
}
