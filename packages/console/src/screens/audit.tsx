import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { actions, nameKind } from '../audit-texts.ts'
import { ShowMore } from '../parts/app-list.tsx'
import { AuditEntries } from '../parts/audit-entries.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { toWord } from '../to-word.ts'

type AuditData = ConsoleResponse<'listAudit'>

const filterNames = ['actor', 'action', 'subject', 'record', 'from', 'to'] as const

const dayMs = 86_400_000

/** What the filters of the address ask of the service; the days are in UTC, and both are within. */
function readFilters(search: URLSearchParams): Readonly<Record<string, string>> {
  const given = filterNames.map((name): readonly [string, string] => {
    const value = search.get(name) ?? ''
    const isDay = name === 'from' || name === 'to'
    if (!isDay || !/^\d{4}-\d\d-\d\d$/.test(value)) return [name, isDay ? '' : value]
    const startMs = Date.parse(`${value}T00:00:00Z`) + (name === 'to' ? dayMs : 0)
    return [name, Number.isNaN(startMs) ? '' : new Date(startMs).toISOString()]
  })
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** Who did what, the newest first. */
export function Audit() {
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const query = useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam: after }) =>
      call('listAudit', { query: { ...filters, ...(after !== '' && { after }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next }: AuditData) => next,
    // What is looked for by other filters stands until it is there.
    placeholderData: (before) => before,
  })
  const setFilter = (name: string, value: string) => {
    // What was chosen a moment ago may be in the address, and not on the screen yet.
    const after = new URLSearchParams(window.location.search)
    if (value === '') after.delete(name)
    else after.set(name, value)
    setSearch(after, { replace: true })
  }
  const [first] = query.data?.pages ?? []
  const words = Object.entries(filters).map(([name, value]) => `--${name} ${toWord(value)}`)
  return (
    <Screen title="Audit">
      <Filters data={first} search={search} setFilter={setFilter} />
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return (
            <Stack gap="md" aria-busy={query.isPlaceholderData}>
              {items.length === 0 ? (
                <Text c="dimmed">No entries match these filters.</Text>
              ) : (
                <AuditEntries items={items} search={search} />
              )}
              <ShowMore query={query} name="Show older entries" />
              <SameAs command={words.length === 0 ? 'audit list' : `audit list ${words.join(' ')}`} />
            </Stack>
          )
        }}
      </Loaded>
    </Screen>
  )
}

interface FiltersProps {
  readonly data: AuditData | undefined
  readonly search: URLSearchParams
  readonly setFilter: (name: string, value: string) => void
}

function Filters({ data, search, setFilter }: FiltersProps) {
  const toField = (name: string, label: string) => ({
    label,
    value: search.get(name) ?? '',
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setFilter(name, value),
  })
  /** What the address asks for can be chosen as well, whatever it is. */
  const toChoices = (
    name: string,
    choices: readonly { readonly value: string; readonly label: string }[],
  ) => {
    const asked = search.get(name) ?? ''
    const isKnown = asked === '' || choices.some(({ value }) => value === asked)
    return [{ value: '', label: 'All' }, ...choices, ...(isKnown ? [] : [{ value: asked, label: asked }])]
  }
  const actors = data?.actors.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const kinds = data?.subjects.map((kind) => ({ value: kind, label: nameKind(kind) })) ?? []
  const byLabel = kinds.toSorted((one, other) => one.label.localeCompare(other.label))
  const doings = Object.entries(actions).map(([value, label]) => ({ value, label }))
  const record = search.get('record') ?? ''
  return (
    <Stack gap="sm">
      <Group align="end" gap="sm">
        <NativeSelect {...toField('actor', 'Who')} data={toChoices('actor', actors)} maw={240} />
        <NativeSelect {...toField('action', 'Did')} data={toChoices('action', doings)} />
        <NativeSelect {...toField('subject', 'What')} data={toChoices('subject', byLabel)} maw={240} />
        <TextInput type="date" {...toField('from', 'From (UTC)')} />
        <TextInput type="date" {...toField('to', 'To (UTC)')} />
      </Group>
      {record !== '' && (
        <Group gap="xs">
          <Text>
            Only one record: <Code>{record}</Code>
          </Text>
          <Button variant="default" size="compact-sm" onClick={() => setFilter('record', '')}>
            Show all records
          </Button>
        </Group>
      )}
    </Stack>
  )
}
