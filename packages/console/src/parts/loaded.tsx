import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../send.ts'

/** What was refused, or went wrong, in its place: with what to do, and what to quote. */
export function Failure({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <Alert color="red" title="Something went wrong" role="alert">
      {error.message}
      {requestId !== undefined && <div>Request {requestId}</div>}
      {retry !== undefined && (
        <Button mt="sm" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </Alert>
  )
}

/** A screen that could not be shown: mostly because the console was updated since it was opened. */
export function BrokenScreen() {
  return (
    <Alert color="yellow" title="This screen could not be shown" role="alert" m="lg">
      The console may have been updated since you opened it. Nothing is lost that was recorded.
      <div>
        <Button mt="sm" variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </Alert>
  )
}

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  readonly children: (data: Data) => ReactNode
}

/** What was asked for, once it is there. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.refetch()} />
  return (
    <Stack role="status" aria-busy="true" aria-label="Loading">
      <Skeleton height={28} width="40%" />
      <Skeleton height={120} />
      <Skeleton height={240} />
    </Stack>
  )
}
