import type { MemberResponse } from '@affiliate-platform/contract/console'
import { AddressLink, Done, NotDone } from '../parts/address-link.tsx'
import { formatTime } from '../texts.ts'
import { call } from './api.ts'

/** Where one says that an address is one's own which an operator has said, without being signed in. */
export function NewAddress() {
  return (
    <AddressLink
      title="Is this your address?"
      button="This address is mine"
      use={(token) => call('proveAddress', { body: { token } })}
      describe={({ appliesFrom }) =>
        appliesFrom === null ? (
          <NotDone title="This link does not work any more">
            It was used, or half an hour has passed. Ask the program’s team for another one.
          </NotDone>
        ) : (
          <Done title="Thank you">
            You sign in with it from {formatTime(appliesFrom)} on, unless somebody objects at the address
            before. A mail tells you when that is so.
          </Done>
        )
      }
    >
      Say so if you read mail at the address where you found this link, and want to sign in with it.
    </AddressLink>
  )
}

type Outcome = MemberResponse<'takeBackAddress'>['outcome']

const returned: Readonly<Record<Exclude<Outcome, 'too_late'>, string>> = {
  stopped: 'Your address stays as it was.',
  taken_back: 'It is your address again.',
}

/** Where one keeps the address that one has, or takes it back, without being signed in. */
export function FormerAddress() {
  return (
    <AddressLink
      title="Keep your address"
      button="Keep this address"
      use={(token) => call('takeBackAddress', { body: { token } })}
      describe={({ outcome }) =>
        outcome === 'too_late' ? (
          <NotDone title="This cannot be undone here">
            Seven days have passed, or it was undone already. If somebody else signs in as you, tell the
            program’s team at once.
          </NotDone>
        ) : (
          <Done title={returned[outcome]}>
            Whoever was signed in as you is signed out. Sign in as before, by a link to this address.
          </Done>
        )
      }
    >
      You sign in with the address where you found this link, as before. Whoever is signed in as you is signed
      out, and passkeys are removed.
    </AddressLink>
  )
}
