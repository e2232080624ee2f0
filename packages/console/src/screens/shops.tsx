import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { listShops } from '../found.ts'
import { FormRow } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { toShopDomain } from '../shop-domain.ts'
import { toWord } from '../to-word.ts'

/** Finds a shop by what a merchant would quote. */
export function Shops() {
  const [search, setSearch] = useSearchParams()
  const text = search.get('text') ?? ''
  return (
    <Screen title="Shops">
      <Finder
        // Back and forward show what was asked for then.
        key={text}
        value={text}
        find={(value) => setSearch(value === '' ? {} : { text: value }, { replace: true })}
      />
      {text.length < 2 ? (
        <Text c="dimmed">
          Every shop of which anything is known: its installs, who brought it, its sales, its contact and its
          identify calls.
        </Text>
      ) : (
        <Found text={text} />
      )}
      {text.length >= 2 && <SameAs command={`find ${toWord(text)}`} />}
    </Screen>
  )
}

function Finder({ value, find }: { readonly value: string; readonly find: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  return (
    <FormRow submit={() => find(typed.trim())} gap="xs" align="end">
      <TextInput
        label="Shop"
        description="A domain or a part of it, the contact’s email, or the request id of an identify call"
        w={360}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Find
      </Button>
    </FormRow>
  )
}

function Found({ text }: { readonly text: string }) {
  const query = useQuery({
    queryKey: ['find', text],
    queryFn: () => call('findAnything', { query: { text } }),
    placeholderData: keepPreviousData,
  })
  const typed = toShopDomain(text)
  return (
    <Loaded query={query}>
      {({ items }) => {
        const shops = [...new Set([...(typed === undefined ? [] : [typed]), ...listShops(text, items)])]
        return shops.length === 0 ? (
          <Text c="dimmed">No shop is known by that.</Text>
        ) : (
          <Stack component="ul" className="card" gap="xs" m={0} style={{ listStyle: 'none' }}>
            {shops.map((shop) => (
              <li key={shop}>
                <Anchor component={Link} to={`/shops/${shop}`} style={{ overflowWrap: 'anywhere' }}>
                  {shop}
                </Anchor>
              </li>
            ))}
          </Stack>
        )
      }}
    </Loaded>
  )
}
