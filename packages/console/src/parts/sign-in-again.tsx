import { Alert, Button, Text } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router'
import { keepWanted } from '../wanted.ts'

interface SignInAgainProps {
  /** What they want to do, after “Sign in again to”. */
  readonly to: string
  /** What happens only then, as the beginning of a sentence. */
  readonly what: string
}

/** Whoever sits at a screen that was left open does nothing that matters. */
export function SignInAgain({ to, what }: SignInAgainProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const signIn = () => {
    keepWanted(pathname)
    void navigate('/sign-in')
  }
  return (
    <Alert color="yellow" title={`Sign in again to ${to}`}>
      <Text mb="sm">
        You signed in more than 15 minutes ago. {what} only by somebody who has just signed in.
      </Text>
      <Button variant="default" onClick={signIn}>
        Sign in again
      </Button>
    </Alert>
  )
}
