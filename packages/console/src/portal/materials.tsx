import type { MemberResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Copy } from '../parts/copy.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { call } from './api.ts'
import { useMemberId } from './session.ts'

type Material = MemberResponse<'listOwnMaterials'>['items'][number]

/** What a member is given to share, each part with a button that copies it; nothing where there is none. */
export function Materials() {
  const memberId = useMemberId()
  const query = useQuery({
    queryKey: ['materials', memberId],
    queryFn: () => call('listOwnMaterials', { id: memberId }),
  })
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? null : (
          <section className="card" aria-labelledby="materials">
            <Title order={2} size={16} id="materials" mb="xs">
              Material to share
            </Title>
            <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
              {items.map((material) => (
                <Shared key={material.id} material={material} />
              ))}
            </Stack>
          </section>
        )
      }
    </Loaded>
  )
}

function Shared({ material: { title, words, url } }: { readonly material: Material }) {
  return (
    <li style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600}>
        <bdi>{title}</bdi>
      </Text>
      {words !== null && (
        <Group gap="xs" wrap="nowrap" justify="space-between" align="start">
          <Text style={{ whiteSpace: 'pre-wrap', minWidth: 0 }}>
            <bdi>{words}</bdi>
          </Text>
          <Copy text={words} of={`the text of ${title}`} />
        </Group>
      )}
      {url !== null && (
        <Group gap="xs" wrap="nowrap" justify="space-between" align="start">
          <Anchor href={url} target="_blank" rel="noopener noreferrer" underline="always">
            {url}
          </Anchor>
          <Copy text={url} of={`the address of ${title}`} />
        </Group>
      )}
    </li>
  )
}
