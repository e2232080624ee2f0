import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Code, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { useRefusal } from '../session.ts'
import { ActButton } from './act-button.tsx'
import { Copy } from './copy.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

interface PublicPageProps {
  readonly program: Pick<ConsoleResponse<'readProgram'>, 'id' | 'hasPublicPage' | 'isClosed'>
}

/** Where anybody reads the terms of a program and applies, while it is open. */
export function PublicPage({ program: { id, hasPublicPage, isClosed } }: PublicPageProps) {
  const queries = useQueryClient()
  const refusal = useRefusal('workspace:manage')
  const save = useMutation({
    mutationFn: () => call('setPublicPage', { id, body: { isOpen: !hasPublicPage } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const address = `${location.origin}/portal/join/${id}`
  return (
    <section className="card" aria-labelledby="public-page">
      <Title order={2} size={16} id="public-page" mb="xs">
        Public page
      </Title>
      <Stack gap="sm">
        <Text>
          {hasPublicPage
            ? 'Anybody can read the terms and apply. Nobody becomes a member before you approve.'
            : 'It is off. Once it is on, anybody can read the terms and apply; you decide who is taken in.'}
        </Text>
        {hasPublicPage && (
          <Group wrap="nowrap" gap="xs" align="start">
            <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
            <Copy text={address} of="the address of the public page" />
          </Group>
        )}
        {hasPublicPage && isClosed && (
          <Text c="dimmed">The program is closed, so nobody sees the page until it is reopened.</Text>
        )}
        <ActButton
          variant="default"
          style={{ alignSelf: 'start' }}
          loading={save.isPending}
          isRefused={refusal !== undefined}
          onClick={() => save.mutate()}
        >
          {hasPublicPage ? 'Turn it off' : 'Turn it on'}
        </ActButton>
        {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
        {save.error !== null && <Failure error={save.error} />}
        <SameAs command={`programs update ${id} ${hasPublicPage ? '--no-public-page' : '--public-page'}`} />
      </Stack>
    </section>
  )
}
