import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../send.ts'
import { formatTime } from '../texts.ts'
import { Rejected } from './act.tsx'
import { Form } from './form.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { SignInAgain } from './sign-in-again.tsx'

type Own = ConsoleResponse<'readOwnAddress'>
type Changed = ConsoleResponse<'changeOwnAddress'>

interface OwnAddressProps {
  readonly read: () => Promise<Own>
  readonly change: (email: string) => Promise<Changed>
}

/** The address by which who is signed in signs in, and how another one takes its place. */
export function OwnAddress({ read, change }: OwnAddressProps) {
  const query = useQuery({ queryKey: ['own-address'], queryFn: read })
  return (
    <section className="card" aria-labelledby="own-address">
      <Title order={2} size={16} id="own-address" mb="sm">
        Your e-mail address
      </Title>
      <Loaded query={query}>
        {(own) => (
          <Stack gap="md">
            <div>
              <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
                <bdi>{own.email}</bdi>
              </Text>
              <Text size="xs" c="dimmed">
                You sign in with it, and mail to you goes there.
                {own.takeBackUntil !== null &&
                  ` It is new: from the address before it can be undone until ${formatTime(own.takeBackUntil)}.`}
              </Text>
            </div>
            {own.next !== null && <Next next={own.next} />}
            <Change own={own} send={change} />
          </Stack>
        )}
      </Loaded>
    </section>
  )
}

function Next({
  next: { email, askedAt, appliesFrom, isProved },
}: {
  readonly next: NonNullable<Own['next']>
}) {
  if (appliesFrom === null) {
    return (
      <Alert title="A link is on its way">
        You asked on {formatTime(askedAt)} for a link to <bdi>{email}</bdi>. Open it where you are signed in,
        within 30 minutes of its coming. Until then nothing changes.
      </Alert>
    )
  }
  return (
    <Alert color="yellow" title="Another address was given for you">
      Whoever runs the program has said that you have <bdi>{email}</bdi> now. It takes the place of this one
      on {formatTime(appliesFrom)}
      {!isProved && ', if somebody has opened the link that was sent there'}. If that is wrong, use the link
      in the mail that was sent to the address that you have now.
    </Alert>
  )
}

const refusals: Readonly<Record<NonNullable<Own['refused']>, string>> = {
  operator: 'You also work in the console. Change it there, under People.',
  no_mail: 'To change it, a link has to be sent to the new one, and this service sends no mail.',
}

const rejections: Readonly<Partial<Record<NonNullable<Changed['rejected']>, string>>> = {
  same: 'This is your address already.',
  too_often: 'You have asked five times within a day. Ask again tomorrow.',
}

interface ChangeProps {
  readonly own: Own
  readonly send: OwnAddressProps['change']
}

function Change({ own: { refused, isFresh }, send }: ChangeProps) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const change = useMutation({
    mutationFn: () => send(email),
    onSuccess: async ({ rejected }) => {
      if (rejected === null) setOpen(false)
      await queries.invalidateQueries({ queryKey: ['own-address'] })
    },
  })
  if (refused !== null) return <Text c="dimmed">{refusals[refused]}</Text>
  if (!isFresh) return <SignInAgain to="change it" what="An address is changed" />
  if (!isOpen) {
    return (
      <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
        Change address
      </Button>
    )
  }
  const faults = change.error instanceof CallError ? change.error.faults : undefined
  return (
    <Form submit={() => change.mutate()}>
      <TextInput
        label="New e-mail address"
        description="It is sent a link. The address that you have now is told, and can undo it for seven days. Your other sessions end."
        type="email"
        autoComplete="email"
        required
        value={email}
        error={faults?.get('/email')}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
      <Group gap="sm">
        <Button type="submit" loading={change.isPending}>
          Send the link
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </Group>
      <Rejected why={change.data?.rejected && rejections[change.data.rejected]} />
      {change.error !== null && !faults?.size && <Failure error={change.error} />}
    </Form>
  )
}
