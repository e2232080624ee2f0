import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from './loaded.tsx'

interface SignInCardProps {
  readonly title: string
  /** What the link holds by which somebody came; empty where they came without one. */
  readonly token: string
  readonly signIn: UseMutationResult<unknown, Error, string>
  /** What is offered to who came without a link. */
  readonly children: ReactNode
  /** Where another link can be had. */
  readonly another: ReactNode
}

/** Signs in by a link. Opening it uses nothing up: only the button does. */
export function SignInCard({ title, token, signIn, children, another }: SignInCardProps) {
  return (
    <Stack component="main" className="card" maw={420} mx="auto" mt="15vh" p="xl">
      <Title order={1} size={20}>
        {title}
      </Title>
      {token === '' ? (
        <>
          {children}
          {another}
        </>
      ) : (
        <>
          <Text>This link signs you in once.</Text>
          <Button loading={signIn.isPending} onClick={() => signIn.mutate(token)}>
            Sign in
          </Button>
        </>
      )}
      {signIn.error !== null && token === '' && <Failure error={signIn.error} />}
      {signIn.error !== null && token !== '' && (
        <>
          <Alert color="red" role="alert" title="This link does not work any more">
            It was used, or half an hour has passed.
          </Alert>
          {another}
        </>
      )}
    </Stack>
  )
}
