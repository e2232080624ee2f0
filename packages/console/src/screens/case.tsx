import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { type CaseData, caseKindTexts, caseReasons, describeWait } from '../case-texts.ts'
import { CaseDecision } from '../parts/case-decision.tsx'
import { CaseEvidence } from '../parts/case-evidence.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { count, formatDay } from '../texts.ts'

/** A case: what is known of the shop, what the rules say, what each answer costs, and the decision. */
export function Case() {
  const { id = '' } = useParams()
  const query = useQuery({ queryKey: ['case', id], queryFn: () => call('readCase', { id }) })
  const neighbours = useNeighbours(id)
  return (
    <Screen
      title={query.data === undefined ? 'Case' : `Who referred ${query.data.shop}?`}
      acts={<Neighbours {...neighbours} />}
    >
      <Loaded query={query}>
        {(data) => (
          <div className="columns">
            <Stack gap="md">
              <About data={data} />
              <CaseEvidence data={data} />
            </Stack>
            <CaseDecision key={id} data={data} next={neighbours.next} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

interface NeighbouringCases {
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** The open cases before and after one, of the first page. */
function useNeighbours(id: string): NeighbouringCases {
  const { data } = useQuery({ queryKey: ['cases', 'queue'], queryFn: () => call('listCases') })
  const ids = data?.items.map((item) => item.id) ?? []
  const others = ids.filter((each) => each !== id)
  const after = others.findIndex((each) => each > id)
  const place = after < 0 ? others.length : after
  return { previous: others[place - 1], next: others[place] ?? others.at(0) }
}

function Neighbours({ previous, next }: NeighbouringCases) {
  const toLink = (to: string | undefined, key: string, name: string) =>
    to !== undefined && (
      <Button component={Link} to={`/cases/${to}`} variant="default" data-key={key}>
        {name}
      </Button>
    )
  return (
    <Group gap="xs">
      <Button component={Link} to="/cases" variant="subtle" color="gray">
        All cases
      </Button>
      {toLink(previous, 'k', 'Previous')}
      {toLink(next, 'j', 'Next')}
    </Group>
  )
}

function About({ data }: { readonly data: CaseData }) {
  const { kind, member, openedAt, now, isByOperator, alone, others, claims, decisions } = data
  return (
    <section className="card" aria-label="Why it needs a decision">
      <Stack gap="sm">
        <Group gap="sm">
          <StateBadge
            state={
              decisions.length === 0
                ? caseKindTexts[kind]
                : { ...caseKindTexts[kind], mark: '✓', tone: 'done' }
            }
          />
          <Text size="xs" c="dimmed">
            {decisions.length === 0
              ? `opened ${formatDay(openedAt)}, waiting ${describeWait(openedAt)}`
              : `opened ${formatDay(openedAt)}`}
          </Text>
        </Group>
        <Text>{caseReasons[kind]}</Text>
        {kind === 'claim' && claims.decided > 0 && (
          <Text>
            Of {count(claims.decided, 'decided claim')} of this member, {claims.accepted.toLocaleString('en')}{' '}
            {claims.accepted === 1 ? 'was' : 'were'} accepted.
          </Text>
        )}
        {claims.areMany && (
          <Alert color="yellow" title="This member claims many shops">
            {claims.waiting.toLocaleString('en')} of their claims wait for a decision. Compare them before you
            accept one.
          </Alert>
        )}
        <dl className="places">
          <Fact name="In question">
            <Anchor component={Link} to={`/members/${member.id}`} underline="always">
              <bdi>{member.name}</bdi>
            </Anchor>
          </Fact>
          <Fact name="Currently referred by">
            <bdi>{now?.name ?? 'Nobody'}</bdi>
            {isByOperator && ' (entered by an operator)'}
          </Fact>
          <Fact name="By the rules alone">
            <bdi>{alone?.name ?? 'Nobody'}</bdi>
          </Fact>
        </dl>
        {others.map((other) => (
          <Text key={other.id}>
            Also open for this shop:{' '}
            <Anchor component={Link} to={`/cases/${other.id}`} underline="always">
              {caseKindTexts[other.kind].name}, <bdi>{other.member}</bdi>
            </Anchor>
          </Text>
        ))}
      </Stack>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
