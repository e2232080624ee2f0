import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../parts/loaded.tsx'

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

interface PagesProps<PageData extends Page> {
  readonly name: readonly unknown[]
  readonly read: (cursor: Readonly<Record<string, string>>) => Promise<PageData>
  readonly children: (items: PageData['items'], isWhole: boolean, first: PageData) => ReactNode
}

/** A list that grows page by page. */
export function Pages<PageData extends Page>({ name, read, children }: PagesProps<PageData>) {
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
              [first, ...others].flatMap<PageData['items'][number]>(({ items }) => items),
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
