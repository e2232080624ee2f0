import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Button, Code, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { ShowMore } from '../parts/app-list.tsx'
import { Copy } from '../parts/copy.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'

type AuditData = ConsoleResponse<'listAudit'>
type Entry = AuditData['items'][number]

const actions: Readonly<Record<string, string>> = {
  create: 'created',
  change: 'changed',
  delete: 'deleted',
}

const kindNames: Readonly<Record<string, string>> = {
  api_key: 'API key',
  account: 'person',
  account_role: 'role',
  sign_in_link: 'sign-in link',
}

/** Records that have a name themselves; others have that of what they are about. */
const named = ['api_key', 'account', 'app', 'program', 'group', 'membership', 'application']

const nameKind = (kind: string): string => kindNames[kind] ?? kind.replaceAll('_', ' ')

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
                <Entries items={items} search={search} />
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

function Entries({ items, search }: { readonly items: readonly Entry[]; readonly search: URLSearchParams }) {
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Changes</Table.Th>
            <Table.Th>Record</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ id, at, actor, action, subject, record, changes, ...about }) => (
            <Table.Tr key={`${at} ${id} ${subject}`}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatTime(at)}</Table.Td>
              <Table.Td data-label="Who">
                <bdi>{actor.name}</bdi>
              </Table.Td>
              <Table.Td data-label="What">
                <span>
                  {actions[action] ?? action} {nameKind(subject)}
                  <About subject={subject} {...about} />
                </span>
              </Table.Td>
              <Table.Td data-label="Changes" className={changes.length === 0 ? 'nothing' : undefined}>
                {changes.length === 0 ? '–' : <Changes changes={changes} />}
              </Table.Td>
              <Table.Td data-label="Record">
                <Group gap="xs" wrap="nowrap">
                  {search.get('record') !== record && (
                    <Anchor component={Link} to={`?record=${record}`} style={{ flex: 'none' }}>
                      Its history
                    </Anchor>
                  )}
                  <Copy text={record} of="id" />
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** Whom, which shop and how much an entry is about, as far as it has them. */
function About({
  subject,
  name,
  shopDomain,
  amount,
}: Pick<Entry, 'subject' | 'name' | 'shopDomain' | 'amount'>) {
  return (
    <>
      {name !== null && (
        <>
          {named.includes(subject) ? ' ' : ' for '}
          <bdi style={{ fontWeight: 600 }}>{name}</bdi>
        </>
      )}
      {shopDomain !== null && `, ${shopDomain}`}
      {amount !== null && `, ${formatMoney(amount)}`}
    </>
  )
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)

const toValue = (text: string | null): string => {
  if (text === null) return 'none'
  return isTime(text) ? formatTime(text) : text
}

/** What a change has changed, before and after. */
function Changes({ changes }: Pick<Entry, 'changes'>) {
  return (
    <table className="changes">
      <thead>
        <tr>
          <th>Field</th>
          <th>Before</th>
          <th>After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field.replaceAll('_', ' ')}</th>
            <td>{toValue(before)}</td>
            <td>{toValue(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
