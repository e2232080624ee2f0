import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { formatTime } from '../texts.ts'
import { Failure, Loaded } from './loaded.tsx'

/** Where who is signed in is signed in, with an end for each session but this one, which the menu ends. */
export function OwnSessions() {
  const queries = useQueryClient()
  const query = useQuery({ queryKey: ['own-sessions'], queryFn: () => call('listOwnSessions') })
  const end = useMutation({
    mutationFn: (id: string) => call('endOwnSession', { id }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <section className="card" aria-labelledby="own-sessions">
      <Title order={2} size={16} id="own-sessions" mb="sm">
        Your sessions
      </Title>
      <Loaded query={query}>
        {({ items }) => (
          <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.map(({ id, signedInAt, lastUsedAt, isCurrent }) => (
              <Group key={id} component="li" justify="space-between" wrap="nowrap" align="start">
                <div>
                  <Text>Signed in on {formatTime(signedInAt)}</Text>
                  <Text size="xs" c="dimmed">
                    {isCurrent ? 'this session' : `last used ${formatTime(lastUsedAt)}`}
                  </Text>
                </div>
                {!isCurrent && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    style={{ flex: 'none' }}
                    disabled={end.isPending}
                    aria-label={`End the session of ${formatTime(signedInAt)}`}
                    onClick={() => end.mutate(id)}
                  >
                    End
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
      {end.error !== null && <Failure error={end.error} />}
    </section>
  )
}
