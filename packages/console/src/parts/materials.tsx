import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { useRefusal } from '../session.ts'
import { ActButton } from './act-button.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { MaterialForm } from './material-form.tsx'
import { SameAs } from './same-as.tsx'

type Material = ConsoleResponse<'listMaterials'>['items'][number]

/** What the members of a program are given to share; an owner adds, changes and removes it. */
export function Materials({ programId }: { readonly programId: string }) {
  const query = useQuery({
    queryKey: ['materials', programId],
    queryFn: () => call('listMaterials', { id: programId }),
  })
  const refusal = useRefusal('workspace:manage')
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="card" aria-labelledby="materials">
      <Title order={2} size={16} id="materials" mb="xs">
        Material to share
      </Title>
      <Text mb="md">
        Members copy it from the portal, below their links: a description of the app, the address of a logo,
        what they should say of it.
      </Text>
      <Loaded query={query}>
        {({ items }) => (
          <Stack gap="lg">
            {items.length === 0 && <Text c="dimmed">There is none yet.</Text>}
            {items.map((material) => (
              <Shared key={material.id} programId={programId} material={material} />
            ))}
            {isAdding ? (
              <MaterialForm programId={programId} close={() => setAdding(false)} />
            ) : (
              <ActButton
                variant="default"
                style={{ alignSelf: 'start' }}
                isRefused={refusal !== undefined}
                onClick={() => setAdding(true)}
              >
                Add material
              </ActButton>
            )}
            {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
          </Stack>
        )}
      </Loaded>
    </section>
  )
}

interface SharedProps {
  readonly programId: string
  readonly material: Material
}

function Shared({ programId, material }: SharedProps) {
  const { id, title, words, url } = material
  const refusal = useRefusal('workspace:manage')
  const [open, setOpen] = useState<'change' | 'remove'>()
  if (open === 'change') {
    return <MaterialForm programId={programId} material={material} close={() => setOpen(undefined)} />
  }
  return (
    <article aria-label={`Material ${title}`}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{title}</bdi>
      </Text>
      {words !== null && (
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} lineClamp={6}>
          {words}
        </Text>
      )}
      {url !== null && (
        <Anchor
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          underline="always"
          style={{ overflowWrap: 'anywhere' }}
        >
          {url}
        </Anchor>
      )}
      {open === 'remove' ? (
        <Remove id={id} close={() => setOpen(undefined)} />
      ) : (
        refusal === undefined && (
          <Group gap="sm" mt="xs">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Change ${title}`}
              onClick={() => setOpen('change')}
            >
              Change
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${title}`}
              onClick={() => setOpen('remove')}
            >
              Remove
            </Button>
          </Group>
        )
      )}
    </article>
  )
}

function Remove({ id, close }: { readonly id: string; readonly close: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call('removeMaterial', { id }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <Stack gap="sm" mt="xs">
      <Text>Members do not see it any more. What they have copied stays where they share it.</Text>
      <Group gap="sm">
        <Button loading={remove.isPending} onClick={() => remove.mutate()}>
          Remove it
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
      {remove.error !== null && <Failure error={remove.error} />}
      <SameAs command={`materials remove ${id}`} />
    </Stack>
  )
}
