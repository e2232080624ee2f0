import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../parts/loaded.tsx'

interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

interface PagesProps<Item> {
  readonly name: readonly unknown[]
  readonly read: (cursor: Readonly<Record<string, string>>) => Promise<Page<Item>>
  readonly children: (items: readonly Item[], isWhole: boolean) => ReactNode
}

/** A list that grows page by page. */
export function Pages<Item>({ name, read, children }: PagesProps<Item>) {
  const query = useInfiniteQuery({
    queryKey: name,
    queryFn: ({ pageParam }) => read(pageParam === '' ? {} : { cursor: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <>
          {children(
            pages.flatMap(({ items }) => items),
            !query.hasNextPage,
          )}
          {query.hasNextPage && (
            <Button
              variant="default"
              style={{ alignSelf: 'start' }}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}
