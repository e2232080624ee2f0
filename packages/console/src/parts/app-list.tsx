import type { CommandLine } from '@affiliate-platform/contract/console'
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DownloadCsv, type ListFile } from './download-csv.tsx'
import { FormRow } from './form.tsx'
import { Loaded } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

/** What every page of an app's list tells beside its rows. */
interface Page {
  readonly appId: string | null
  readonly apps: readonly { readonly id: string; readonly name: string }[]
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

/** What a list is asked for: the address says it, so that a link leads to the same rows. */
export function useAppList<Read extends Page>(
  name: string,
  filters: readonly string[],
  read: (query: Readonly<Record<string, string>>) => Promise<Read>,
) {
  const [search, setSearch] = useSearchParams()
  const asked = Object.fromEntries(
    ['appId', ...filters].flatMap((filter) =>
      search.get(filter) ? [[filter, search.get(filter) ?? '']] : [],
    ),
  )
  const query = useInfiniteQuery({
    queryKey: [name, asked],
    queryFn: ({ pageParam }) => read({ ...asked, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const ask = (filter: string, value: string) => {
    // What an amount was made of before is not what is asked for now.
    search.delete('sum')
    if (value === '') search.delete(filter)
    else search.set(filter, value)
    setSearch(search, { replace: true })
  }
  return { query, asked, ask }
}

interface AppListProps<Read> {
  readonly list: {
    readonly query: UseInfiniteQueryResult<InfiniteData<Read>>
    readonly asked: Readonly<Record<string, string>>
    readonly ask: (filter: string, value: string) => void
  }
  /** What is found by what is typed, such as `Shop or member`. */
  readonly found: string
  /** What is downloaded, where the list can be. */
  readonly file?: ListFile
  /** The command that lists the same. */
  readonly sameAs?: CommandLine
  /** Other filters, between that of the app and what is typed. */
  readonly children?: ReactNode
  /** The rows of the pages that were read so far. */
  readonly rows: (pages: readonly Read[], isWhole: boolean) => ReactNode
}

export function AppList<Read extends Page>(props: AppListProps<Read>) {
  const { list, found, file, sameAs, children, rows } = props
  const { query, asked, ask } = list
  const first = query.data?.pages[0]
  return (
    <>
      <Group gap="sm">
        {first !== undefined && first.apps.length > 1 && asked['membershipId'] === undefined && (
          <NativeSelect
            aria-label="App"
            data={first.apps.map(({ id, name }) => ({ value: id, label: name }))}
            value={first.appId ?? ''}
            onChange={({ currentTarget: { value } }) => ask('appId', value)}
          />
        )}
        {asked['currency'] !== undefined && (
          <Button variant="default" onClick={() => ask('currency', '')} aria-label="Show every currency">
            {asked['currency']} ✕
          </Button>
        )}
        {children}
        <Finder
          // Back and forward show what was asked for then.
          key={asked['search']}
          found={found}
          value={asked['search'] ?? ''}
          find={(value) => ask('search', value)}
        />
      </Group>
      <Loaded query={query}>
        {({ pages }) => (
          <Stack gap="md" aria-busy={query.isPlaceholderData}>
            {rows(pages, !query.hasNextPage)}
            <ShowMore query={query} />
            {file !== undefined && pages.some(({ items }) => items.length > 0) && (
              <DownloadCsv file={file} asked={asked} />
            )}
            {sameAs !== undefined && <SameAs command={sameAs} />}
          </Stack>
        )}
      </Loaded>
    </>
  )
}

interface ShowMoreProps {
  readonly query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  readonly name?: string
}

/** Reads the next page of a list, while there is one. */
export function ShowMore({ query, name = 'Show more' }: ShowMoreProps) {
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'center' }}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {name}
    </Button>
  )
}

interface FinderProps {
  readonly found: string
  readonly value: string
  readonly find: (value: string) => void
}

function Finder({ found, value, find }: FinderProps) {
  const [typed, setTyped] = useState(value)
  return (
    <FormRow submit={() => find(typed.trim())} gap="xs" wrap="nowrap">
      <TextInput
        aria-label={`Find by ${found.toLowerCase()}`}
        placeholder={found}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Find
      </Button>
    </FormRow>
  )
}
