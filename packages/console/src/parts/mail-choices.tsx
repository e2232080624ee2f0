import { optionalMailNames } from '@affiliate-platform/contract/console'
import { Stack, Switch, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Failure, Loaded } from './loaded.tsx'

interface Choice<Kind> {
  readonly kind: Kind
  readonly isWanted: boolean
}

interface MailChoicesProps<Kind> {
  readonly list: () => Promise<{ readonly items: readonly Choice<Kind>[] }>
  readonly choose: (choice: Choice<Kind>) => Promise<unknown>
}

/** What mail who is signed in may do without, and whether they do. */
export function MailChoices<Kind extends keyof typeof optionalMailNames>({
  list,
  choose,
}: MailChoicesProps<Kind>) {
  const queries = useQueryClient()
  const query = useQuery({ queryKey: ['mail-choices'], queryFn: list })
  const choosing = useMutation({
    mutationFn: choose,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mail-choices'] }),
  })
  return (
    <section className="card" aria-labelledby="mail-choices">
      <Title order={2} size={16} id="mail-choices" mb="sm">
        Mail to you
      </Title>
      <Loaded query={query}>
        {({ items }) => (
          <Stack gap="sm">
            {items.map(({ kind, isWanted }) => (
              <Switch
                key={kind}
                label={optionalMailNames[kind]}
                checked={isWanted}
                disabled={choosing.isPending}
                onChange={({ currentTarget: { checked } }) => choosing.mutate({ kind, isWanted: checked })}
              />
            ))}
            <Text size="xs" c="dimmed">
              Links to sign in are always sent, and so is what changes something of yours.
            </Text>
          </Stack>
        )}
      </Loaded>
      {choosing.error !== null && <Failure error={choosing.error} />}
    </section>
  )
}
