import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { VisitorFailure } from './visitor-failure.tsx'

interface AddressLinkProps<Outcome> {
  readonly title: string
  /** What a press of the button does. */
  readonly children: ReactNode
  readonly button: string
  readonly use: (token: string) => Promise<Outcome>
  /** What came of it. */
  readonly describe: (outcome: Outcome) => ReactNode
  /** What is said instead of some errors. */
  readonly describeError?: (error: Error) => ReactNode
}

/** What a link about an address does. Opening it uses nothing up: only the button does. */
export function AddressLink<Outcome>({
  title,
  children,
  button,
  use,
  describe,
  describeError,
}: AddressLinkProps<Outcome>) {
  const token = useLocation().hash.slice(1)
  const queries = useQueryClient()
  const using = useMutation({
    mutationFn: () => use(token),
    // What was read before tells of the address before.
    onSuccess: () => queries.clear(),
  })
  return (
    <Stack component="main" id="main" className="card" maw={420} mx="auto" mt="15vh" p="xl">
      <Title order={1} size={20}>
        {title}
      </Title>
      {using.isSuccess ? (
        describe(using.data)
      ) : (
        <>
          <Text>
            {token === '' ? 'This address is not complete. Copy all of it from the mail.' : children}
          </Text>
          <Button loading={using.isPending} disabled={token === ''} onClick={() => using.mutate()}>
            {button}
          </Button>
        </>
      )}
      {using.error !== null && (describeError?.(using.error) ?? <VisitorFailure error={using.error} />)}
    </Stack>
  )
}

export function Done({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Alert color="green" role="status" title={title}>
      {children}
    </Alert>
  )
}

export function NotDone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Alert color="yellow" role="alert" title={title}>
      {children}
    </Alert>
  )
}
