import { type ConsoleBody, optionalMailNames } from '@affiliate-platform/contract/console'
import { Stack, Switch, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { Failure, Loaded } from './loaded.tsx'

/** What mail who is signed in may do without, and whether they do. */
export function MailChoices() {
  const queries = useQueryClient()
  const query = useQuery({ queryKey: ['mail-choices'], queryFn: () => call('listMailChoices') })
  const choose = useMutation({
    mutationFn: (body: ConsoleBody<'setMailChoice'>) => call('setMailChoice', { body }),
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
                disabled={choose.isPending}
                onChange={({ currentTarget: { checked } }) => choose.mutate({ kind, isWanted: checked })}
              />
            ))}
          </Stack>
        )}
      </Loaded>
      {choose.error !== null && <Failure error={choose.error} />}
    </section>
  )
}
