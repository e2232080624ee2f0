import { type ConsoleResponse, describeRules, listDifferences } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { Differences } from '../parts/differences.tsx'
import { EraseMember } from '../parts/erase-member.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { MemberPeople } from '../parts/member-people.tsx'
import { PayeeCard } from '../parts/payee-card.tsx'
import { PlacesBar } from '../parts/places-bar.tsx'
import { RunsCard } from '../parts/runs-card.tsx'
import { Screen } from '../parts/screen.tsx'
import { TermsForm } from '../parts/terms-form.tsx'
import { ViewAsMember } from '../parts/view-as-member.tsx'
import { formatTime, type State } from '../texts.ts'

type MemberData = ConsoleResponse<'readMember'>

/** A member: what they have, and their terms over time. */
export function Member() {
  const { id = '' } = useParams()
  const query = useQuery({ queryKey: ['member', id], queryFn: () => call('readMember', { id }) })
  return (
    <Screen
      title={query.data?.member.name ?? 'Member'}
      acts={
        <Group gap="sm">
          <Button component={Link} to={`/referrals?membershipId=${id}`} variant="default">
            See referrals
          </Button>
          <Button component={Link} to={`/commissions?membershipId=${id}`} variant="default">
            See commissions
          </Button>
          <Button component={Link} to={`/payouts/all?membershipId=${id}`} variant="default">
            See payouts
          </Button>
        </Group>
      }
    >
      <Loaded query={query}>
        {(record) => (
          <div className="columns">
            <Stack gap="md">
              {record.state !== 'active' && <Text>This membership is {record.state}.</Text>}
              {record.balances.map((places) => (
                <section key={places.currency} className="card" aria-label={`Money in ${places.currency}`}>
                  <PlacesBar places={places} memberId={id} />
                </section>
              ))}
              {record.balances.length === 0 && <Text c="dimmed">No earnings yet.</Text>}
              <TermsForm key={id} record={record} />
            </Stack>
            <Stack gap="md">
              <Terms record={record} />
              <PayeeCard memberId={id} />
              <MemberPeople memberId={id} />
              <ViewAsMember record={record} />
              <RunsCard record={record} />
              <EraseMember key={id} member={record.member} />
            </Stack>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

const versionStates: Readonly<Record<MemberData['versions'][number]['state'], State>> = {
  past: { mark: '⊘', name: 'Past', tone: 'ended' },
  applies: { mark: '✓', name: 'Applies', tone: 'done' },
  scheduled: { mark: '◇', name: 'Scheduled', tone: 'planned' },
}

/** The terms in force, and each version with what it changed, the latest first. */
function Terms({ record: { inForce, versions } }: { readonly record: MemberData }) {
  return (
    <section className="card" aria-labelledby="terms">
      <Title order={2} size={16} id="terms" mb="sm">
        Terms
      </Title>
      {inForce === null ? (
        <Text>No terms are in force: nothing is earned by new referrals.</Text>
      ) : (
        <>
          <Text c="dimmed">
            {inForce.of === 'membership' ? 'Their own.' : `Those of the ${inForce.of}.`} New referrals use
            these terms.
          </Text>
          <dl className="rules">
            {[...describeRules(inForce.rules)].map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {versions.length > 0 && (
        <Title order={3} size={14} mt="lg" mb="sm">
          Versions
        </Title>
      )}
      <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {versions
          .map((version, index) => ({ ...version, before: versions[index - 1]?.rules }))
          .toReversed()
          .map(({ id, state, effectiveAt, by, rules, before }) => (
            <li key={id}>
              <span className="state" data-tone={versionStates[state].tone}>
                <span aria-hidden="true">{versionStates[state].mark}</span>
                {versionStates[state].name}
              </span>
              <Text mt={4}>From {formatTime(effectiveAt)}</Text>
              <Text size="xs" c="dimmed">
                saved by {by}
              </Text>
              {before !== undefined && <Differences between={listDifferences(before, rules)} />}
            </li>
          ))}
      </Stack>
    </section>
  )
}
