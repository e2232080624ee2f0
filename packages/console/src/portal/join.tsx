import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { Loaded } from '../parts/loaded.tsx'
import { CallError } from '../send.ts'
import { call } from './api.ts'
import { ApplyForm } from './apply-form.tsx'
import { Sentences } from './sentences.tsx'

/** The public page of a program: its terms, and how one applies. Nobody has to be signed in. */
export function Join() {
  const { programId = '' } = useParams()
  const query = useQuery({
    queryKey: ['public-page', programId],
    queryFn: () => call('readPublicPage', { id: programId }),
  })
  const title = query.data === undefined ? 'Join' : `Join ${query.data.name}`
  useEffect(() => {
    document.title = title
  }, [title])
  const { error } = query
  const isMissing = error instanceof CallError && ['access_denied', 'invalid_parameter'].includes(error.code)
  return (
    <main className="portal-main">
      <Stack gap="md" maw={640} mx="auto">
        {isMissing ? (
          <Missing />
        ) : (
          <Loaded query={query}>
            {({ name, appName, workspaceName, rules }) => (
              <>
                <Title order={1} size={28} lh={1.3}>
                  Join {name}
                </Title>
                <Text>
                  Share {appName}
                  {appName === workspaceName ? '' : ` by ${workspaceName}`}, and earn from the shops that come
                  by your link.
                </Text>
                <section className="card" aria-labelledby="terms">
                  <Title order={2} size={16} id="terms" mb="xs">
                    What you earn
                  </Title>
                  {rules === null ? (
                    <Text>{workspaceName} tells you the terms once you have applied.</Text>
                  ) : (
                    <Sentences rules={rules} />
                  )}
                </section>
                <ApplyForm programId={programId} workspaceName={workspaceName} />
              </>
            )}
          </Loaded>
        )}
        <Text size="xs" c="dimmed">
          Already a member?{' '}
          <Anchor component={Link} to="/" inherit underline="always">
            Sign in
          </Anchor>
        </Text>
      </Stack>
    </main>
  )
}

function Missing() {
  return (
    <section className="card">
      <Title order={1} size={20} mb="xs">
        This page is not open
      </Title>
      <Text>The program takes no applications at the moment, or the address is not complete.</Text>
    </section>
  )
}
