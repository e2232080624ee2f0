import { describeMissing, type MemberResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '../money.ts'
import { Places } from '../parts/places.tsx'
import { formatDate, formatDay } from '../texts.ts'
import { useMemberId } from './session.ts'
import { ownPlaces as names } from './texts.ts'

type HomeData = MemberResponse<'readHome'>

/** Where the money is of one currency, and what is next. */
export function OwnMoney({ home: { balances, payDay, lastPaid } }: { readonly home: HomeData }) {
  const memberId = useMemberId()
  const [chosen, setCurrency] = useState<string>()
  const places = balances.find(({ currency }) => currency === chosen) ?? balances[0]
  if (places === undefined) return null
  const { currency, available } = places
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
            Available now
          </Title>
          <Text size="xl" fz={28} lh={1.3} fw={600} className="figures">
            {formatMoney(available)}
          </Text>
          {available.amountMinor !== '0' && (
            <Anchor
              component={Link}
              to={`/${memberId}/earnings?status=available&currency=${currency}`}
              underline="always"
            >
              Why this much?
            </Anchor>
          )}
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
      <WhatIsNext places={places} payDay={payDay} lastPaid={lastPaid} />
    </section>
  )
}

interface WhatIsNextProps extends Pick<HomeData, 'payDay' | 'lastPaid'> {
  readonly places: HomeData['balances'][number]
}

/** When the money is paid, and what keeps it. */
function WhatIsNext({ places, payDay, lastPaid }: WhatIsNextProps) {
  const memberId = useMemberId()
  const { currency, held, heldUntil, owed, hindrance } = places
  const isOut = hindrance?.code === 'excluded' || hindrance?.code === 'suspended'
  return (
    <Stack gap={4} mt="md">
      {owed.amountMinor !== '0' && (
        <Text>Refunds exceed what you have: {formatMoney(owed)} is taken from what you earn next.</Text>
      )}
      {hindrance?.code === 'below_threshold' && <Text>{describeMissing(hindrance)}</Text>}
      {!isOut && <Text>{describeNext({ payDay, lastPaid, isDue: hindrance?.code === 'due' })}</Text>}
      {heldUntil !== null && (
        <Text>
          {formatMoney(held)} is on hold, until {formatDay(heldUntil)} at the latest, in case a shop asks for
          a refund.{' '}
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
  )
}

interface Next {
  readonly payDay: string | null
  readonly lastPaid: readonly string[]
  /** Whether nothing but the next payout is missing. */
  readonly isDue: boolean
}

/** Runs are made by people: a day is named only where the program promises one. */
function describeNext({ payDay, lastPaid, isDue }: Next): string {
  const days = lastPaid.toReversed().map(formatDay)
  const before = `Your last ${days.length === 1 ? 'payout' : 'payouts'}: ${days.join(' and ')}.`
  const next =
    payDay === null ? 'It is paid with the next payout.' : `Next payout day: ${formatDate(payDay)}.`
  return [...(isDue || payDay !== null ? [next] : []), ...(days.length === 0 ? [] : [before])].join(' ')
}
