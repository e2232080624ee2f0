import type { CommandLine, ConsoleResponse } from '@affiliate-platform/contract/console'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { commandOf, describeFound, type FoundItem, listShops, nameFound, screenPathOf } from '../found.ts'
import { savedQuery } from '../saved.ts'
import { screens, settings } from '../screens.ts'

/** What can be chosen: it leads to a screen, opens another dialog, or has a command instead. */
export interface Choice {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly to?: string | undefined
  readonly opens?: 'save' | 'shortcuts'
  readonly command?: CommandLine
}

const charactersMin = 2
const typingMs = 150

const screenChoices: readonly Choice[] = [
  ...[...screens, ...settings].map(({ to, label }) => ({
    id: `to-${label}`,
    name: label,
    about: 'Screen',
    to,
  })),
  { id: 'to-coverage', name: 'Coverage of installs', about: 'Screen', to: '/links/coverage' },
  { id: 'to-run', name: 'Preview run', about: 'Screen', to: '/payouts/run' },
  { id: 'shortcuts', name: 'Keyboard shortcuts', about: 'List', opens: 'shortcuts' },
  { id: 'save', name: 'Save this address', about: 'Screen', opens: 'save' },
]

const toChoice = (item: FoundItem): Choice => ({
  ...{ id: `${item.kind}-${item.id}`.replaceAll(/[^\w-]/g, '-'), name: nameFound(item) },
  ...{ about: describeFound(item), to: screenPathOf(item), command: commandOf(item) },
})

const toShop = (shop: string): Choice => ({
  ...{ id: `shop-${shop.replaceAll('.', '-')}`, name: shop, about: 'Shop', to: `/shops/${shop}` },
})

const toSaved = ({ id, name, path }: ConsoleResponse<'listSavedAddresses'>['items'][number]): Choice => ({
  ...{ id: `saved-${id}`, name, about: 'Saved', to: path },
})

/** What is found for a text, once its typing pauses. */
function useFound(wanted: string) {
  const [text] = useDebouncedValue(wanted, typingMs)
  const isSought = wanted.length >= charactersMin && text.length >= charactersMin
  const query = useQuery({
    queryKey: ['find', text],
    queryFn: () => call('findAnything', { query: { text } }),
    enabled: isSought,
    placeholderData: keepPreviousData,
  })
  const { items = [], isCut = false } = (isSought && query.data) || {}
  return {
    ...{ items, isCut, error: isSought ? query.error : null },
    /** Whether another answer is on its way. */
    isStale: wanted !== text || (isSought && query.isFetching),
  }
}

/** What can be chosen for a text: saved addresses and screens of that name, then what is found for it. */
export function useChoices(wanted: string) {
  const { items, ...found } = useFound(wanted)
  const { data: saved } = useQuery(savedQuery)
  const choices = [
    ...[...(saved?.items.map(toSaved) ?? []), ...screenChoices].filter(({ name }) =>
      name.toLowerCase().includes(wanted.toLowerCase()),
    ),
    ...listShops(wanted, items).map(toShop),
    ...items.map(toChoice),
  ]
  return { ...found, choices }
}
