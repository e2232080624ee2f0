import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../api.ts'
import { savedQuery } from '../saved.ts'
import { Rejected } from './act.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'

const charactersMax = 60

/** Gives the address of the screen a name, and removes those that are not wanted any more. */
export function SaveDialog({ close }: { readonly close: () => void }) {
  const { pathname, search } = useLocation()
  const queries = useQueryClient()
  const { data } = useQuery(savedQuery)
  const [name, setName] = useState(() => (document.title.split(' · ')[0] ?? '').slice(0, charactersMax))
  const readAnew = () => queries.invalidateQueries({ queryKey: savedQuery.queryKey })
  const save = useMutation({
    mutationFn: () => call('saveAddress', { body: { name: name.trim(), path: pathname + search } }),
    onSuccess: async ({ rejected }) => {
      await readAnew()
      if (rejected === null) close()
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => call('removeSavedAddress', { id }),
    onSuccess: readAnew,
  })
  const items = data?.items ?? []
  const isKnown = items.some((item) => item.name === name.trim())
  const failure = save.error ?? remove.error
  return (
    <Modal.Root opened onClose={close} returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Group justify="space-between" mb="sm">
            <Modal.Title fw={600}>Save this address</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </Group>
          <Form submit={() => save.mutate()}>
            <Text size="xs" c="dimmed">
              The screen with its filters, for you alone: in the menu and in Find.
            </Text>
            <TextInput
              label="Name"
              required
              data-autofocus
              maxLength={charactersMax}
              value={name}
              description={
                isKnown ? 'You have saved another address under this name. It is replaced.' : undefined
              }
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button
              type="submit"
              style={{ alignSelf: 'start' }}
              loading={save.isPending}
              disabled={name.trim() === ''}
            >
              Save
            </Button>
            <Rejected
              title="Nothing was saved"
              why={save.data?.rejected && 'You have saved as many as there can be. Remove one first.'}
            />
            {failure !== null && <Failure error={failure} />}
          </Form>
          <SavedAddresses
            items={items}
            removing={remove.isPending ? remove.variables : undefined}
            remove={remove.mutate}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface SavedAddressesProps {
  readonly items: ConsoleResponse<'listSavedAddresses'>['items']
  /** The one that is being removed. */
  readonly removing: string | undefined
  readonly remove: (id: string) => void
}

function SavedAddresses({ items, removing, remove }: SavedAddressesProps) {
  if (items.length === 0) return null
  return (
    <Stack component="ul" gap={4} p={0} mt="md" mb={0} style={{ listStyle: 'none' }}>
      {items.map((item) => (
        <Group key={item.id} component="li" justify="space-between" wrap="nowrap">
          <bdi style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{item.name}</bdi>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Remove ${item.name}`}
            loading={removing === item.id}
            onClick={() => remove(item.id)}
          >
            Remove
          </Button>
        </Group>
      ))}
    </Stack>
  )
}
