import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '../api.ts'
import { Applications } from '../parts/applications.tsx'
import { Invitations } from '../parts/invitations.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Materials } from '../parts/materials.tsx'
import { ProgramState } from '../parts/program-state.tsx'
import { PublicPage } from '../parts/public-page.tsx'
import { Screen } from '../parts/screen.tsx'
import { describeTerms } from '../portal/rules.ts'
import { count } from '../texts.ts'

/** A program: who wants to join and who is invited, its terms and groups, its public page, and whether it is open. */
export function Program() {
  const { id = '' } = useParams()
  const query = useQuery({ queryKey: ['program', id], queryFn: () => call('readProgram', { id }) })
  return (
    <Loaded query={query}>
      {(program) => (
        <Screen title={program.name}>
          <Text c="dimmed">
            {program.appName} · {count(program.members, 'member')}
            {program.isClosed && ' · closed: it takes no new members or referrals'}
          </Text>
          <Applications program={program} />
          <Invitations program={program} />
          <div className="columns">
            <Stack gap="md">
              <section className="card" aria-labelledby="program-terms">
                <Title order={2} size={16} id="program-terms" mb="xs">
                  Terms, as applicants read them
                </Title>
                {program.rules === null ? (
                  <Text>None are in force. The command terms set writes some.</Text>
                ) : (
                  <ul style={{ margin: 0, paddingInlineStart: 20 }}>
                    {describeTerms(program.rules).map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                )}
                {program.groups.length > 0 && (
                  <>
                    <Title order={3} size={14} mt="md" mb={4}>
                      Groups
                    </Title>
                    <ul style={{ margin: 0, paddingInlineStart: 20 }}>
                      {program.groups.map((group) => (
                        <li key={group.id}>
                          <bdi>{group.name}</bdi>: {count(group.members, 'member')}
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </section>
              <Materials programId={program.id} />
            </Stack>
            <Stack gap="md">
              <PublicPage program={program} />
              <ProgramState program={program} />
            </Stack>
          </div>
        </Screen>
      )}
    </Loaded>
  )
}
