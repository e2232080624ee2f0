import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '../api.ts'
import { Applications } from '../parts/applications.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PublicPage } from '../parts/public-page.tsx'
import { Screen } from '../parts/screen.tsx'
import { describeTerms } from '../portal/rules.ts'
import { count } from '../texts.ts'

/** A program: who wants to join, its public page, its terms and its groups. */
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
          <div className="columns">
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
            <PublicPage program={program} />
          </div>
        </Screen>
      )}
    </Loaded>
  )
}
