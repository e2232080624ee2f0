import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { signByPasskey } from '../passkeys.ts'
import { askForPasskey, CallError } from '../send.ts'
import { Failure } from './loaded.tsx'

const unknown = 'This passkey is unknown or was removed. Use a sign-in link instead.'

interface PasskeySignInProps {
  readonly half: '/console' | '/portal'
  readonly signIn: (signed: Awaited<ReturnType<typeof signByPasskey>>) => Promise<unknown>
  readonly onDone: () => void
}

/** Signs in by a passkey, where the service and the browser have them. The device says whose it is. */
export function PasskeySignIn({ half, signIn: send, onDone }: PasskeySignInProps) {
  const { data: offered } = useQuery({ queryKey: ['passkey'], queryFn: () => askForPasskey(half), gcTime: 0 })
  const signIn = useMutation({
    mutationFn: async () => {
      // The offer was made when the page was opened, and does not last.
      const [options, { signByPasskey }] = await Promise.all([askForPasskey(half), import('../passkeys.ts')])
      if (options === null) throw new Error('Passkeys are not available right now. Try again.')
      return await send(await signByPasskey(options))
    },
    onSuccess: onDone,
  })
  const hasNone = offered === undefined || offered === null || !('PublicKeyCredential' in window)
  if (hasNone) return null
  const isRefused = signIn.error instanceof CallError && signIn.error.code === 'invalid_credential'
  return (
    <>
      <Button variant="default" mt="xs" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
      {signIn.error !== null && <Failure error={isRefused ? new Error(unknown) : signIn.error} />}
    </>
  )
}
