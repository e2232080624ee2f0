import type { MemberResponse } from '@affiliate-platform/contract/console'
import { Alert, Anchor, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Loaded } from '../parts/loaded.tsx'
import { formatDay, formatTime } from '../texts.ts'
import { call } from './api.ts'
import { Begin, OwnLink } from './begin.tsx'
import { EarningRows } from './earning-rows.tsx'
import { OwnMoney } from './own-money.tsx'
import { Questions } from './question.tsx'
import { Screen } from './screen.tsx'
import { useMemberId } from './session.ts'

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
              <Questions questions={home.questions} />
              <OwnMoney home={home} />
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
              {home.link === null && home.balances.length === 0 && <Begin hasPayee={home.hasPayee} />}
              <OwnLink link={home.link} isFirst={home.balances.length === 0} />
              <Latest earnings={home.earnings} />
            </Stack>
          </div>
        )}
      </Loaded>
    </Screen>
  )
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
      Since {formatDay(since)}: {reason}. What you have earned stays yours. Ask the program’s team.
    </Alert>
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
