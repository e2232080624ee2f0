import type { MemberResponse } from '@affiliate-platform/contract/console'
import { Alert, Anchor, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '../money.ts'
import { Copy } from '../parts/copy.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Places } from '../parts/places.tsx'
import { formatDate, formatDay, formatTime } from '../texts.ts'
import { call } from './api.ts'
import { EarningRows } from './earning-rows.tsx'
import { Question } from './question.tsx'
import { Screen } from './screen.tsx'
import { useMemberId } from './session.ts'
import { places as names } from './texts.ts'

type HomeData = MemberResponse<'readHome'>

/** What a member has and is asked, their link, and what they earned last. */
export function Home() {
  const memberId = useMemberId()
  const query = useQuery({ queryKey: ['home', memberId], queryFn: () => call('readHome', { id: memberId }) })
  return (
    <Screen title="Home">
      <Loaded query={query}>
        {(home) => (
          <div className="columns">
            <Stack gap="md">
              {home.waiting !== null && <Waiting waiting={home.waiting} />}
              {home.questions.map((question) => (
                <Question key={question.reportId} question={question} />
              ))}
              <Money home={home} />
              {!home.hasPayee && home.balances.length > 0 && (
                <Alert color="yellow" title="Nobody knows yet how to pay you">
                  <Anchor component={Link} to={`/${memberId}/more/payee`} underline="always" c="inherit">
                    Say where your payouts should go
                  </Anchor>
                </Alert>
              )}
              {home.payeeHeldUntil !== null && (
                <Alert color="yellow" title="Your payout details are new">
                  Nothing is paid there before {formatTime(home.payeeHeldUntil)}.{' '}
                  <Anchor component={Link} to={`/${memberId}/more/payee`} underline="always" c="inherit">
                    See them
                  </Anchor>
                </Alert>
              )}
            </Stack>
            <Stack gap="md">
              <OwnLink link={home.link} isFirst={home.balances.length === 0} />
              <Latest earnings={home.earnings} />
            </Stack>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

/** Where the money is of one currency, and what is next. */
function Money({ home: { balances, payDay, lastPaid } }: { readonly home: HomeData }) {
  const memberId = useMemberId()
  const [chosen, setCurrency] = useState<string>()
  const places = balances.find(({ currency }) => currency === chosen) ?? balances[0]
  if (places === undefined) return null
  const { currency, available, held, heldUntil, owed } = places
  const list = { held: 'earnings', available: 'earnings', toBePaid: 'payouts', reported: 'payouts' } as const
  const states = {
    held: 'held',
    available: 'available',
    toBePaid: 'unreported',
    reported: 'reported',
  } as const
  return (
    <section className="card" aria-labelledby="money">
      <Group justify="space-between" align="start">
        <div>
          <Title order={2} size={14} id="money" fw={500}>
            You can be paid
          </Title>
          <Text size="xl" fz={28} lh="36px" fw={600} className="figures">
            {formatMoney(available)}
          </Text>
        </div>
        {balances.length > 1 && (
          <NativeSelect
            aria-label="Currency"
            value={currency}
            data={balances.map((one) => one.currency)}
            onChange={({ currentTarget: { value } }) => setCurrency(value)}
          />
        )}
      </Group>
      <div style={{ marginTop: 12 }}>
        <Places
          places={places}
          names={names}
          toDoor={(place) =>
            place === 'confirmed'
              ? `/${memberId}/payouts?status=confirmed&currency=${currency}`
              : `/${memberId}/${list[place]}?status=${states[place]}&currency=${currency}`
          }
        />
      </div>
      <Stack gap={4} mt="md">
        {owed.amountMinor !== '0' && (
          <Text>Refunds exceed what you have: {formatMoney(owed)} is taken from what you earn next.</Text>
        )}
        <Text>{describeNext(payDay, lastPaid)}</Text>
        {heldUntil !== null && (
          <Text>
            {formatMoney(held)} waits: refunds are possible until {formatDay(heldUntil)}.{' '}
            <Anchor
              component={Link}
              to={`/${memberId}/earnings?status=held&currency=${currency}`}
              underline="always"
            >
              Why not yet?
            </Anchor>
          </Text>
        )}
      </Stack>
    </section>
  )
}

/** Runs are made by people: a day is named only where the program promises one. */
function describeNext(payDay: string | null, lastPaid: readonly string[]): string {
  const days = lastPaid.toReversed().map(formatDay)
  const before =
    days.length === 0
      ? ''
      : ` Your last ${days.length === 1 ? 'one was' : 'ones were'} on ${days.join(' and ')}.`
  const next = payDay === null ? 'Next: with the next payout.' : `Next: the payout of ${formatDate(payDay)}.`
  return `${next}${before}`
}

const waitingTitles: Readonly<Record<string, string>> = {
  suspended: 'You are not paid for now',
  closed: 'You bring no new shops any more',
  excluded: 'You are left out of payouts for now',
}

function Waiting({
  waiting: { state, reason, since },
}: {
  readonly waiting: NonNullable<HomeData['waiting']>
}) {
  return (
    <Alert color="yellow" title={waitingTitles[state] ?? 'Something waits'}>
      Since {formatDay(since)}: {reason}. What you have earned stays yours. Ask who runs the program.
    </Alert>
  )
}

function OwnLink({ link, isFirst }: { readonly link: HomeData['link']; readonly isFirst: boolean }) {
  if (link === null) return null
  const url = link.path === null ? null : `${location.origin}${link.path}`
  return (
    <section className="card" aria-labelledby="link">
      <Title order={2} size={16} id="link" mb="sm">
        Share this
      </Title>
      {isFirst && <Text mb="sm">When a shop installs with it, you will see it here, with the reason.</Text>}
      {url !== null && <Copied name="Link" text={url} />}
      <Copied name="Code" text={link.code} />
    </section>
  )
}

function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" mih={36}>
      <div style={{ minWidth: 0 }}>
        <Text size="xs" c="dimmed">
          {name}
        </Text>
        <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
      </div>
      <Copy text={text} of={name} />
    </Group>
  )
}

function Latest({ earnings }: { readonly earnings: HomeData['earnings'] }) {
  const memberId = useMemberId()
  if (earnings.length === 0) return null
  return (
    <section className="card" aria-labelledby="latest">
      <Group justify="space-between" mb="xs">
        <Title order={2} size={16} id="latest">
          Last earnings
        </Title>
        <Anchor component={Link} to={`/${memberId}/earnings`}>
          See all
        </Anchor>
      </Group>
      <EarningRows items={earnings} />
    </section>
  )
}
