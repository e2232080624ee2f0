import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../parts/loaded.tsx'

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

interface PagesProps<Told extends Page> {
  readonly name: readonly unknown[]
  readonly read: (cursor: Readonly<Record<string, string>>) => Promise<Told>
  readonly children: (items: Told['items'], isWhole: boolean, first: Told) => ReactNode
}

/** A list that grows page by page. */
export function Pages<Told extends Page>({ name, read, children }: PagesProps<Told>) {
  const query = useInfiniteQuery({
    queryKey: name,
    queryFn: ({ pageParam }) => read(pageParam === '' ? {} : { cursor: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <Loaded query={query}>
      {({ pages: [first, ...others] }) => (
        <>
          {first !== undefined &&
            children(
              [first, ...others].flatMap<Told['items'][number]>(({ items }) => items),
              !query.hasNextPage,
              first,
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
