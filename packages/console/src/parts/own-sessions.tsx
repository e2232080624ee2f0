import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatTime } from '../texts.ts'
import { Failure, Loaded } from './loaded.tsx'

interface OwnSessionsProps {
  readonly list: () => Promise<ConsoleResponse<'listOwnSessions'>>
  readonly end: (id: string) => Promise<unknown>
  readonly endOthers: () => Promise<unknown>
}

/** Where who is signed in is signed in, with an end for each session but this one, which signing out ends. */
export function OwnSessions({ list, end, endOthers }: OwnSessionsProps) {
  const queries = useQueryClient()
  const query = useQuery({ queryKey: ['own-sessions'], queryFn: list })
  const ending = useMutation({
    mutationFn: (id?: string) => (id === undefined ? endOthers() : end(id)),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <section className="card" aria-labelledby="own-sessions">
      <Title order={2} size={16} id="own-sessions" mb="sm">
        Your sessions
      </Title>
      <Loaded query={query}>
        {({ items }) => (
          <Stack gap="md">
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
                      disabled={ending.isPending}
                      aria-label={`End the session of ${formatTime(signedInAt)}`}
                      onClick={() => ending.mutate(id)}
                    >
                      End
                    </Button>
                  )}
                </Group>
              ))}
            </Stack>
            {items.length > 2 && (
              <Button
                variant="default"
                style={{ alignSelf: 'start' }}
                disabled={ending.isPending}
                onClick={() => ending.mutate(undefined)}
              >
                End all others
              </Button>
            )}
          </Stack>
        )}
      </Loaded>
      {ending.error !== null && <Failure error={ending.error} />}
    </section>
  )
}
