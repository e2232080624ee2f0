import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { CallError } from '../send.ts'
import { AddressLink, Done, NotDone } from './address-link.tsx'

type Confirmed = ConsoleResponse<'confirmOwnAddress'>

interface ConfirmAddressProps {
  readonly confirm: (token: string) => Promise<Confirmed>
}

/** Gives who is signed in the address that the link was sent to by which they came. */
export function ConfirmAddress({ confirm }: ConfirmAddressProps) {
  return (
    <AddressLink
      title="Your new address"
      button="Use this address"
      use={confirm}
      describe={({ rejected }) => describe(rejected)}
      describeError={(error) =>
        error instanceof CallError && error.code === 'missing_credential' ? (
          <NotDone title="You are not signed in in this browser">
            <Text mb="sm">
              Sign in, with the address that you had so far, and open the link in the mail once more.
            </Text>
            <Anchor component={Link} to="/sign-in" c="inherit" underline="always">
              Sign in
            </Anchor>
          </NotDone>
        ) : undefined
      }
    >
      From now on you sign in with it, and mail to you goes there. You are signed out everywhere else.
    </AddressLink>
  )
}

function describe(rejected: Confirmed['rejected']) {
  if (rejected === 'taken') {
    return (
      <NotDone title="Somebody else signs in with this address">
        It may be an account of yours that was made before. Ask the program’s team, or take another address.
      </NotDone>
    )
  }
  if (rejected === 'expired') {
    return (
      <NotDone title="This link does not work any more">
        It was used, half an hour has passed, or you have asked for another one since. It also works for
        nobody but who has asked for it.
      </NotDone>
    )
  }
  return (
    <Done title="This is your address now">
      <Anchor component={Link} to="/" c="inherit" underline="always">
        Go on
      </Anchor>
    </Done>
  )
}
