import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { useRefusal } from '../session.ts'
import { formatTime } from '../texts.ts'
import { ForRole } from './for-role.tsx'
import { Form } from './form.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

interface OfShop {
  readonly shop: string
}

/** Whom to write to at a shop, for who may know it; erased here. */
export function ShopContact({ shop }: OfShop) {
  const refusal = useRefusal('shops:write')
  return (
    <section className="card" aria-labelledby="contact">
      <Title order={2} size={16} id="contact" mb="sm">
        Contact
      </Title>
      <ForRole scope="shops:write" instead={<Text c="dimmed">{refusal}</Text>}>
        <Stack gap="lg">
          <Contact shop={shop} />
          <Erase shop={shop} />
        </Stack>
      </ForRole>
    </section>
  )
}

type ContactData = NonNullable<ConsoleResponse<'readShopContact'>['contact']>

const members = {
  ownerName: 'Owner',
  email: 'E-mail',
  phone: 'Phone',
  country: 'Country',
  shopifyPlan: 'Shopify plan',
} as const satisfies Partial<Record<keyof ContactData, string>>

const names = Object.keys(members) as readonly (keyof typeof members)[]

function Contact({ shop }: OfShop) {
  const query = useQuery({
    queryKey: ['shop-contact', shop],
    queryFn: () => call('readShopContact', { query: { shop } }),
  })
  return (
    <Loaded query={query}>
      {({ contact }) =>
        contact === null ? (
          <Text c="dimmed">None is known.</Text>
        ) : (
          <div>
            <dl className="rules">
              {names.map((name) => (
                <div key={name}>
                  <dt>{members[name]}</dt>
                  <dd style={{ overflowWrap: 'anywhere' }}>
                    <bdi>{contact[name] ?? 'not known'}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
            <Text size="xs" c="dimmed" mt="xs">
              As of {formatTime(contact.updatedAt)}
            </Text>
          </div>
        )
      }
    </Loaded>
  )
}

function Erase({ shop }: OfShop) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const erase = useMutation({
    mutationFn: () => call('eraseShop', { body: { shop } }),
    onSuccess: async () => {
      setTyped('')
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['shop', shop] }),
        queries.invalidateQueries({ queryKey: ['shop-contact', shop] }),
      ])
    },
  })
  return (
    <Form
      submit={() => {
        if (typed === shop) erase.mutate()
      }}
    >
      <Title order={3} size={14}>
        Erase
      </Title>
      <Text>
        The contact and the evidence that made no referral go, and identify calls lose the domain. What is
        money stays: a later refund needs it. This cannot be taken back.
      </Text>
      <TextInput
        label={`Type ${shop} to erase it`}
        value={typed}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
      <Group>
        <Button type="submit" disabled={typed !== shop} loading={erase.isPending}>
          Erase for good
        </Button>
      </Group>
      {erase.data !== undefined && (
        <Text role="status">
          {erase.data.hadContact ? 'The contact was erased.' : 'There was no contact.'} Identify calls that
          lost the domain: {erase.data.receipts}.
        </Text>
      )}
      {erase.error !== null && <Failure error={erase.error} />}
      <SameAs command={`contacts erase ${shop}`} />
    </Form>
  )
}
