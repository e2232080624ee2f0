import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { AskForLink } from '../parts/ask-for-link.tsx'
import { SignInCard } from '../parts/sign-in-card.tsx'
import { listOffers } from '../send.ts'
import { call } from './api.ts'

/** Signs a member in by the link that they opened. */
export function SignIn() {
  const { hash, state } = useLocation()
  const token = hash.slice(1)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const signIn = useMutation({
    mutationFn: (token: string) => call('signInMember', { authorization: `Bearer ${token}` }),
    onSuccess: () => {
      queries.clear()
      // Where they wanted to go before they were asked who they are.
      const from: unknown = Object(state).from
      void navigate(typeof from === 'string' ? from : '/', { replace: true })
    },
  })
  return (
    <SignInCard
      title="What you earn"
      token={token}
      signIn={signIn}
      another={
        <AskForLink
          half="/portal"
          ask={(email) => call('askForMemberLink', { body: { email } })}
          otherwise="Open the link that you were sent. Who runs the program sends you another one."
        />
      }
    >
      <Offers signIn={(offered) => signIn.mutate(offered)} isBusy={signIn.isPending} />
    </SignInCard>
  )
}

interface OffersProps {
  readonly signIn: (token: string) => void
  readonly isBusy: boolean
}

function Offers({ signIn, isBusy }: OffersProps) {
  // Each offer is good for once.
  const { data: offers } = useQuery({
    queryKey: ['offers'],
    queryFn: () => listOffers('/portal'),
    ...{ staleTime: 0, gcTime: 0 },
  })
  if (offers === undefined) return <Text c="dimmed">A moment, please.</Text>
  if (offers.length === 0) return null
  return (
    <>
      <Text>A demo, on your machine alone. Continue as</Text>
      {offers.map(({ name, role, token }) => (
        <Button key={name} disabled={isBusy} onClick={() => signIn(token)}>
          {name} ({role})
        </Button>
      ))}
    </>
  )
}
