import type { MemberBody, MemberResponse } from '@affiliate-platform/contract/console'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { PayeeFields, type TypedPayee, toPayee } from '../parts/payee-fields.tsx'
import { CallError } from '../send.ts'
import { formatDay, formatTime } from '../texts.ts'
import { call } from './api.ts'
import { Screen } from './screen.tsx'
import { useMemberId } from './session.ts'
import { describeMethod } from './texts.ts'

type Own = MemberResponse<'readOwnPayee'>

/** Where a member's payouts go, and how they are moved. */
export function Payee() {
  const memberId = useMemberId()
  const query = useQuery({
    queryKey: ['payee', memberId],
    queryFn: () => call('readOwnPayee', { id: memberId }),
  })
  return (
    <Screen title="Payout details">
      <Loaded query={query}>
        {(own) => (
          <section className="card" aria-labelledby="payee" style={{ maxWidth: 640 }}>
            <Title order={2} size={16} id="payee" mb="sm">
              Where your payouts go
            </Title>
            <Stack gap="md">
              <Current payee={own.payee} />
              <Change own={own} />
            </Stack>
          </section>
        )}
      </Loaded>
    </Screen>
  )
}

const tellers = { you: 'you', member: 'somebody else who acts for you here', payer: 'who runs the program' }

function Current({ payee }: Pick<Own, 'payee'>) {
  if (payee === null) return <Text>Nobody knows yet how to pay you.</Text>
  const { name, method, account, since, by, heldUntil } = payee
  return (
    <div>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{name}</bdi> by {describeMethod(method)}
      </Text>
      {account !== null && (
        <Text>
          <bdi>{account}</bdi>
        </Text>
      )}
      <Text size="xs" c="dimmed">
        Since {formatDay(since)}, as {tellers[by]} said.
      </Text>
      {heldUntil !== null && (
        <Alert color="yellow" mt="sm">
          They are new: nothing is paid there before {formatTime(heldUntil)}. If it was not you who changed
          them, tell who runs the program at once.
        </Alert>
      )}
    </div>
  )
}

function Change({ own: { payee, isFresh, holdDays } }: { readonly own: Own }) {
  const [isOpen, setOpen] = useState(false)
  if (!isFresh) return <SignInAgain />
  if (isOpen) return <ChangeForm name={payee?.name ?? ''} close={() => setOpen(false)} />
  return (
    <>
      {payee !== null && (
        <Text c="dimmed">
          {holdDays > 0 &&
            `After a change nothing is paid for ${holdDays === 1 ? 'a day' : `${holdDays} days`}, so that nobody else moves your money unseen. `}
          You and your address before are told by mail.
        </Text>
      )}
      <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
        {payee === null ? 'Say how to pay you' : 'Change payout details'}
      </Button>
    </>
  )
}

/** Whoever sits at a screen that was left open moves no money. */
function SignInAgain() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <Alert color="yellow" title="Sign in again to change them">
      <Text mb="sm">
        You signed in more than 15 minutes ago. Payout details are changed only by who has just signed in.
      </Text>
      <Button variant="default" onClick={() => void navigate('/sign-in', { state: { from: pathname } })}>
        Sign in again
      </Button>
    </Alert>
  )
}

const methods = ['paypal', 'wise', 'sepa'] as const

interface ChangeFormProps {
  readonly name: string
  readonly close: () => void
}

function ChangeForm({ name, close }: ChangeFormProps) {
  const memberId = useMemberId()
  const queries = useQueryClient()
  // The account is typed anew: what the service shows of it is no more than its end.
  const [typed, setTyped] = useState<TypedPayee<MemberBody<'changeOwnPayee'>['method']>>({
    ...{ name, kind: 'person', method: 'paypal' },
    ...{ email: '', iban: '', bic: '', town: '', country: '' },
  })
  const change = useMutation({
    mutationFn: () => call('changeOwnPayee', { id: memberId, body: toPayee(typed) }),
    onSuccess: async ({ rejected }) => {
      await queries.invalidateQueries()
      if (rejected === null) close()
    },
  })
  const faults = change.error instanceof CallError ? change.error.faults : undefined
  return (
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <PayeeFields typed={typed} setTyped={setTyped} methods={methods} faults={faults} />
      <Group gap="sm">
        <Button type="submit" loading={change.isPending}>
          Save payout details
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
      {change.error !== null && !faults?.size && <Failure error={change.error} />}
    </Stack>
  )
}
