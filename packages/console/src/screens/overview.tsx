import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { AmountDoor, AmountDoors } from '../parts/amount-door.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { MonthsLater } from '../parts/months-later.tsx'
import { toPlaceDoor } from '../parts/place-doors.ts'
import { PlacesBar } from '../parts/places-bar.tsx'
import { Screen } from '../parts/screen.tsx'
import { count, formatDate, formatDay, formatTime } from '../texts.ts'

type OverviewData = ConsoleResponse<'readOverview'>

const disputesShown = 3

const FirstSteps = lazy(async () => ({ default: (await import('../parts/first-steps.tsx')).FirstSteps }))

/** Where the members' money is, and what waits for a person. */
export function Overview() {
  const query = useQuery({ queryKey: ['overview'], queryFn: () => call('readOverview') })
  return (
    <Screen
      title="Overview"
      acts={
        <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          {query.data === undefined ? 'Refresh' : `As of ${formatTime(query.data.asOf)} ↻`}
        </Button>
      }
    >
      <Loaded query={query}>
        {(overview) => (
          <div className="columns">
            <Stack gap="md">
              {overview.firstSteps !== null && (
                <Suspense fallback={<Skeleton height={360} />}>
                  <FirstSteps steps={overview.firstSteps} />
                </Suspense>
              )}
              {overview.currencies.length === 0 && overview.firstSteps === null && (
                <section className="card">
                  <Text>No earnings yet. Sales to referred shops show up here.</Text>
                </section>
              )}
              {overview.currencies.map((places) => (
                <section key={places.currency} className="card" aria-label={`Money in ${places.currency}`}>
                  <PlacesBar places={places} />
                </section>
              ))}
              {overview.currencies.length > 0 && <MonthsLater />}
            </Stack>
            <Stack gap="md" {...(overview.firstSteps === null && { className: 'first' })}>
              <Waiting waiting={overview.waiting} />
              <NextRun overview={overview} />
            </Stack>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function Waiting({
  waiting: { applications, openCases, openProposals, disputes, unpaidRuns },
}: {
  readonly waiting: OverviewData['waiting']
}) {
  const [isWhole, setWhole] = useState(false)
  const lists = [applications, disputes, unpaidRuns]
  const isEmpty = openCases + openProposals === 0 && lists.every(({ length }) => length === 0)
  return (
    <section className="card" aria-labelledby="waiting">
      <Title order={2} size={16} id="waiting" mb="sm">
        Needs you
      </Title>
      {isEmpty && <Text c="dimmed">You are all caught up.</Text>}
      <Stack gap="sm">
        {disputes.slice(0, isWhole ? undefined : disputesShown).map(({ payoutId, member, amount, since }) => (
          <WaitingRecord key={payoutId} to={`/payouts/${payoutId}`} act="Look">
            <span aria-hidden="true">⚠ </span>
            <bdi>{member.name}</bdi>:{' '}
            <span className="figures">
              <AmountDoor amount={amount} opens={`/payouts/${payoutId}`} />
            </span>{' '}
            did not arrive, {formatDay(since)}
          </WaitingRecord>
        ))}
        {disputes.length > disputesShown && !isWhole && (
          <Button variant="default" onClick={() => setWhole(true)}>
            Show {count(disputes.length - disputesShown, 'more disputed payout')}
          </Button>
        )}
        {unpaidRuns.map(({ id, asOf, payouts, sums }) => (
          <WaitingRecord
            key={id}
            to={`/payouts/runs/${id}/files`}
            act="Files"
            label={`Files of the run of ${formatDay(asOf)}`}
          >
            {count(payouts, 'payout')} of the run of {formatDay(asOf)} {payouts === 1 ? 'is' : 'are'} to be
            paid: <span className="figures">{sums.map(formatMoney).join(', ')}</span>
          </WaitingRecord>
        ))}
        {applications.map(({ program, open }) => (
          <WaitingRecord
            key={program.id}
            to={`/programs/${program.id}`}
            act="Review"
            label={`Review applications of ${program.name}`}
          >
            <bdi>{program.name}</bdi>: {count(open, 'application')} to decide.
          </WaitingRecord>
        ))}
        {openCases > 0 && (
          <Group justify="space-between" wrap="nowrap">
            <Text>{count(openCases, 'case')} to decide: who referred the shop?</Text>
            <Anchor component={Link} to="/cases" style={{ flex: 'none' }}>
              Decide
            </Anchor>
          </Group>
        )}
        {openProposals > 0 && (
          <Group justify="space-between" wrap="nowrap">
            <Text>{count(openProposals, 'proposed contract')} to review.</Text>
            <Anchor component={Link} to="/proposals" style={{ flex: 'none' }}>
              Review
            </Anchor>
          </Group>
        )}
      </Stack>
    </section>
  )
}

interface WaitingRecordProps {
  readonly to: string
  readonly act: string
  /** What the act is called without the text beside it. */
  readonly label?: string
  readonly children: ReactNode
}

function WaitingRecord({ to, act, label, children }: WaitingRecordProps) {
  return (
    <Group justify="space-between" wrap="nowrap" align="start">
      <Text style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Text>
      <Anchor component={Link} to={to} aria-label={label} style={{ flex: 'none' }}>
        {act}
      </Anchor>
    </Group>
  )
}

const payDaysShown = 3

/** When a program pays next; a day is compared as it is written, in the time zone of the workspace. */
function describePayDay(day: string, isDue: boolean, asOf: string): string {
  if (!isDue) return `pays on ${formatDate(day)}`
  return formatDate(day) === formatDay(asOf) ? 'due today' : `due since ${formatDate(day)}`
}

function NextRun({ overview: { asOf, lastRun, currencies, payDays } }: { readonly overview: OverviewData }) {
  const available = currencies
    .map((places) => places.available)
    .filter(({ amountMinor }) => amountMinor !== '0')
  return (
    <section className="card" aria-labelledby="next-run">
      <Title order={2} size={16} id="next-run" mb="sm">
        Next run
      </Title>
      {available.length === 0 ? (
        <Text c="dimmed">No money is available yet.</Text>
      ) : (
        <Text>
          Available:{' '}
          <span className="figures">
            <AmountDoors amounts={available} toDoor={(amount) => toPlaceDoor('available', amount)} />
          </span>
        </Text>
      )}
      {payDays.slice(0, payDaysShown).map(({ program, day, isDue }) => (
        <Text key={program.id}>
          {isDue && <span aria-hidden="true">⚠ </span>}
          <bdi>{program.name}</bdi>: {describePayDay(day, isDue, asOf)}
        </Text>
      ))}
      <Text size="xs" c="dimmed" my="sm">
        {lastRun === null ? 'No runs yet.' : `Last run: as of ${formatTime(lastRun.asOf)}`}
      </Text>
      <Button component={Link} to="/payouts/run" variant={available.length === 0 ? 'default' : 'filled'}>
        Preview run
      </Button>
    </section>
  )
}
