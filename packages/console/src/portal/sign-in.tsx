import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { AskForLink } from '../parts/ask-for-link.tsx'
import { PasskeySignIn } from '../parts/passkey-sign-in.tsx'
import { SignInCard } from '../parts/sign-in-card.tsx'
import { listOffers } from '../send.ts'
import { takeWanted } from '../wanted.ts'
import { call } from './api.ts'

/** Signs a member in by the link that they opened, or by a passkey. */
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
    mutationFn: (token: string) => call('signInMember', { authorization: `Bearer ${token}` }),
    onSuccess: enter,
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
          otherwise="Open the link that you were sent. The program’s team sends you another one."
        />
      }
    >
      <Offers signIn={(offered) => signIn.mutate(offered)} isBusy={signIn.isPending} />
      <PasskeySignIn
        half="/portal"
        signIn={(signed) => call('signInMemberByPasskey', signed)}
        onDone={enter}
      />
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
