import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { useSession } from '../session.ts'
import { formatTime } from '../texts.ts'
import { ApplicationAnswer } from './application-answer.tsx'
import { ForRole } from './for-role.tsx'
import { Loaded } from './loaded.tsx'

type Program = ConsoleResponse<'readProgram'>
type Application = ConsoleResponse<'listApplications'>['items'][number]

/** Who wants to join a program, and what was decided of others. */
export function Applications({ program }: { readonly program: Program }) {
  const { role } = useSession()
  return (
    <section className="card" aria-labelledby="applications">
      <Title order={2} size={16} id="applications" mb="sm">
        Applications
      </Title>
      <ForRole
        scope="money:write"
        instead={<Text c="dimmed">Your role ({role}) does not see who applies.</Text>}
      >
        <List program={program} />
      </ForRole>
    </section>
  )
}

function List({ program }: { readonly program: Program }) {
  const query = useQuery({
    queryKey: ['applications', program.id],
    queryFn: () => call('listApplications', { id: program.id }),
  })
  return (
    <Loaded query={query}>
      {({ items }) => {
        if (items.length === 0) return <Text>Who applies on the public page is listed here.</Text>
        const open = items.filter(({ state }) => state === 'open')
        return (
          <Stack gap="lg">
            {open.length === 0 && <Text>Nobody waits for a decision.</Text>}
            {open.map((application) => (
              <article key={application.id} aria-label={`Application of ${application.name}`}>
                <Applicant application={application} />
                <ApplicationAnswer application={application} groups={program.groups} />
              </article>
            ))}
            {items
              .filter(({ state }) => state !== 'open')
              .map((application) => (
                <article key={application.id} aria-label={`Decision on ${application.name}`}>
                  <Applicant application={application} />
                  <Decision application={application} />
                </article>
              ))}
          </Stack>
        )
      }}
    </Loaded>
  )
}

function Applicant({
  application: { name, email, words, createdAt },
}: {
  readonly application: Application
}) {
  return (
    <>
      <Text fw={600}>
        <bdi>{name}</bdi>
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {email} · applied {formatTime(createdAt)}
      </Text>
      <Text my="xs" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{words}</bdi>
      </Text>
    </>
  )
}

function Decision({ application }: { readonly application: Application }) {
  const { state, decidedAt, by, reason, membershipId } = application
  return (
    <Text size="xs" c="dimmed">
      {state === 'approved' ? 'Approved' : 'Declined'} by {by}
      {decidedAt !== null && `, ${formatTime(decidedAt)}`}
      {reason !== null && `: ${reason}`}
      {membershipId !== null && (
        <>
          {' '}
          <Anchor component={Link} to={`/members/${membershipId}`} inherit underline="always">
            See the member
          </Anchor>
        </>
      )}
    </Text>
  )
}
