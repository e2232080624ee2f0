import { type ConsoleResponse, describeRules, listDifferences } from '@affiliate-platform/contract/console'
import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { AmountDoors } from '../parts/amount-door.tsx'
import { Differences } from '../parts/differences.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { toCommissions } from '../parts/place-doors.ts'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { describeBy, nameEvidence, toReferralState } from '../referral-texts.ts'
import { formatDay, formatTime } from '../texts.ts'

type ReferralData = ConsoleResponse<'readReferral'>

/** A referral: whose it is, how the shop came, and by which contracts it earns. */
export function Referral() {
  const { id = '' } = useParams()
  const query = useQuery({ queryKey: ['referral', id], queryFn: () => call('readReferral', { id }) })
  return (
    <Screen title={query.data === undefined ? 'Referral' : `Referral of ${query.data.shop}`}>
      <Loaded query={query}>
        {(referral) => (
          <>
            <div className="columns">
              <Stack gap="md">
                <About referral={referral} />
                <EvidenceCard evidence={referral.evidence} />
              </Stack>
              <Contracts contracts={referral.contracts} />
            </div>
            <SameAs command={`referrals show ${id}`} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function About({ referral }: { readonly referral: ReferralData }) {
  const { shop, member, status, installedAt, earned, voided } = referral
  return (
    <section className="card" aria-label="Referral">
      <Stack gap="sm">
        <Group gap="sm">
          <Text size="xl" fw={600} className="figures">
            {earned.length === 0 ? (
              'Nothing earned yet'
            ) : (
              <AmountDoors
                amounts={earned}
                toDoor={({ currency, amountMinor }) =>
                  toCommissions({ membershipId: member.id, search: shop, currency, sum: amountMinor })
                }
              />
            )}
          </Text>
          <StateBadge state={toReferralState(status)} />
        </Group>
        <Text>
          Referred by{' '}
          <Anchor component={Link} to={`/members/${member.id}`} underline="always">
            <bdi>{member.name}</bdi>
          </Anchor>
          , installed on {formatDay(installedAt)}.
        </Text>
        {voided !== null && (
          <Alert color="yellow" title={`Voided ${describeBy(voided.by)} on ${formatTime(voided.at)}`}>
            {voided.reason}
          </Alert>
        )}
        <Anchor component={Link} to={`/shops/${shop}`} underline="always">
          All that is known of this shop
        </Anchor>
        <Anchor component={Link} to={`/commissions?search=${encodeURIComponent(shop)}`} underline="always">
          All commissions of this shop
        </Anchor>
      </Stack>
    </section>
  )
}

function EvidenceCard({ evidence }: Pick<ReferralData, 'evidence'>) {
  return (
    <section className="card" aria-labelledby="evidence">
      <Title order={2} size={16} id="evidence" mb="sm">
        Evidence
      </Title>
      {evidence.length === 0 && <Text c="dimmed">None. An operator entered this referral.</Text>}
      <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {evidence.map(({ kind, at, reason, by }) => (
          <li key={`${kind} ${at}`}>
            <Text fw={500}>{nameEvidence(kind)}</Text>
            {reason !== null && <Text>{reason}</Text>}
            <Text size="xs" c="dimmed">
              {formatTime(at)}, recorded {describeBy(by)}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  )
}

function Contracts({ contracts }: Pick<ReferralData, 'contracts'>) {
  const last = contracts.at(-1)
  return (
    <section className="card" aria-labelledby="contract">
      <Title order={2} size={16} id="contract" mb="sm">
        Contract
      </Title>
      {last !== undefined && (
        <dl className="rules">
          {[...describeRules(last.rules)].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {contracts.map(({ id, appliesFrom, reason, by, rules }, index) => (
        <div key={id}>
          <Text mt="sm">
            From {formatTime(appliesFrom)}, recorded {describeBy(by)}
            {reason !== null && `: ${reason}`}
          </Text>
          {index > 0 && <Differences between={listDifferences(contracts[index - 1]?.rules, rules)} />}
        </div>
      ))}
    </section>
  )
}
