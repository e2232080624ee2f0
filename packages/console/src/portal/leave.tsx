import type { MemberResponse } from '@affiliate-platform/contract/console'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatMoney } from '../money.ts'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { SignInAgain } from '../parts/sign-in-again.tsx'
import { call } from './api.ts'
import { Screen } from './screen.tsx'
import { useMemberId, useSession } from './session.ts'
import { ownPlaces } from './texts.ts'

type Erasure = MemberResponse<'readOwnErasure'>
type ErasedMember = Erasure['members'][number]

/** Leaving a program, and having oneself erased. */
export function Leave() {
  return (
    <Screen title="Leave, or be erased">
      <Stack gap="md" maw={640}>
        <LeaveProgram />
        <EraseMe />
      </Stack>
    </Screen>
  )
}

function LeaveProgram() {
  const memberId = useMemberId()
  const { memberships } = useSession()
  const program = memberships.find(({ id }) => id === memberId)?.programName
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: () => call('leaveOwnProgram', { id: memberId }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <section className="card" aria-labelledby="leave">
      <Title order={2} size={16} id="leave" mb="sm">
        Leave <bdi>{program}</bdi>
      </Title>
      <Text mb="md">
        New shops do not count for you any more. What you have earned, and go on to earn by the shops that you
        brought, is still paid, and you see it here. To come back, ask the program’s team.
      </Text>
      {leave.data?.rejected === 'suspended' && (
        <Alert color="yellow">You are suspended: ask the program’s team first.</Alert>
      )}
      {leave.data?.rejected === null ? (
        <Alert color="green">You have left.</Alert>
      ) : (
        <TwoSteps first="Leave" second="Leave the program" mutation={leave} />
      )}
    </section>
  )
}

interface TwoStepsProps {
  readonly first: string
  readonly second: string
  readonly mutation: {
    readonly mutate: () => void
    readonly isPending: boolean
    readonly error: Error | null
  }
  /** What is said before the second step. */
  readonly children?: ReactNode
}

/** What cannot be undone takes two presses. */
function TwoSteps({ first, second, mutation: { mutate, isPending, error }, children }: TwoStepsProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {first}
      </Button>
    )
  }
  return (
    <Stack gap="sm">
      {children}
      <Group gap="sm">
        <Button loading={isPending} onClick={() => mutate()}>
          {second}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </Group>
      {error !== null && <Failure error={error} />}
    </Stack>
  )
}

function EraseMe() {
  const query = useQuery({ queryKey: ['erasure'], queryFn: () => call('readOwnErasure') })
  return (
    <section className="card" aria-labelledby="erase">
      <Title order={2} size={16} id="erase" mb="sm">
        Be erased
      </Title>
      <Loaded query={query}>{(erasure) => <Erase erasure={erasure} />}</Loaded>
    </section>
  )
}

function Erase({ erasure }: { readonly erasure: Erasure }) {
  const { members, left, isOperator, isFresh } = erasure
  const navigate = useNavigate()
  const queries = useQueryClient()
  const erase = useMutation({
    mutationFn: () => call('eraseOwnAccount'),
    onSuccess: async ({ rejected }) => {
      if (rejected !== null) return await queries.invalidateQueries()
      queries.clear()
      await navigate('/sign-in', { replace: true })
    },
  })
  return (
    <Stack gap="md">
      <Text>
        Your name, your address and your payout details are deleted, and you are signed out. Nobody can undo
        it. Amounts, payments and what you have said of them stay, without your name.
      </Text>
      {members.map((member) => (
        <Open key={`${member.name} ${member.programName}`} member={member} />
      ))}
      {left.map(({ name, programName }) => (
        <Text key={`${name} ${programName}`}>
          <bdi>{name}</bdi> in <bdi>{programName}</bdi> stays, as others act for it too.
        </Text>
      ))}
      {isOperator && <Text>You also work in the console: your name and address stay there.</Text>}
      {isFresh ? (
        <TwoSteps first="Erase me" second="Erase me for good" mutation={erase}>
          {members.some(({ open }) => open.length > 0) && (
            <Alert color="yellow">
              Money is still open. To see it arrive here, wait until it is paid, and come back then.
            </Alert>
          )}
        </TwoSteps>
      ) : (
        <SignInAgain to="be erased" what="People are erased" />
      )}
    </Stack>
  )
}

function Open({ member: { name, programName, open, isPayeeKept } }: { readonly member: ErasedMember }) {
  const amounts = open.flatMap((of) =>
    (['toBePaid', 'available', 'held'] as const)
      .filter((place) => of[place].amountMinor !== '0')
      .map((place) => `${formatMoney(of[place])} · ${ownPlaces[place].toLowerCase()}`),
  )
  return (
    <div>
      <Text fw={500}>
        <bdi>{name}</bdi> in <bdi>{programName}</bdi>
      </Text>
      {amounts.length === 0 ? (
        <Text>Nothing is open.</Text>
      ) : (
        <>
          <Text>Open, and still paid to you:</Text>
          {amounts.map((amount) => (
            <Text key={amount}>{amount}</Text>
          ))}
          <Text c="dimmed">
            {isPayeeKept
              ? 'Your payout details are kept for that until it is paid, half a year at most.'
              : 'Nobody knows yet how to pay you. Say so before you are erased, or it cannot be paid.'}
          </Text>
        </>
      )}
    </div>
  )
}
