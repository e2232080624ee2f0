import { describeMethod, type MemberBody, type MemberResponse } from '@affiliate-platform/contract/console'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../parts/form.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { PayeeFields, type TypedPayee, toPayee } from '../parts/payee-fields.tsx'
import { SignInAgain } from '../parts/sign-in-again.tsx'
import { CallError } from '../send.ts'
import { formatDay, formatTime } from '../texts.ts'
import { call } from './api.ts'
import { Screen } from './screen.tsx'
import { useMemberId } from './session.ts'

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

const tellers = { you: 'you', member: 'somebody else who acts for you here', payer: 'the program’s team' }

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
          them, tell the program’s team at once.
        </Alert>
      )}
    </div>
  )
}

function Change({ own: { payee, isFresh, holdDays, addressHeldUntil } }: { readonly own: Own }) {
  const [isOpen, setOpen] = useState(false)
  if (addressHeldUntil !== null) {
    return (
      <Alert color="yellow" title="Your e-mail address is new">
        You can change your payout details from {formatTime(addressHeldUntil)} on. Until then the address
        before can be taken back, and nobody who has taken over an address is to move your money as well. If
        it cannot wait, ask the program’s team.
      </Alert>
    )
  }
  if (!isFresh) return <SignInAgain to="change them" what="Payout details are changed" />
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
    <Form submit={() => change.mutate()}>
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
    </Form>
  )
}
