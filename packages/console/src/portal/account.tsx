import { Stack } from '@mantine/core'
import { MailChoices } from '../parts/mail-choices.tsx'
import { OwnAddress } from '../parts/own-address.tsx'
import { OwnPasskeys } from '../parts/own-passkeys.tsx'
import { OwnSessions } from '../parts/own-sessions.tsx'
import { call } from './api.ts'
import { OwnData } from './own-data.tsx'
import { Screen } from './screen.tsx'
import { useSession } from './session.ts'

/** Where a person is signed in, by which devices, what mail they get, and what is kept about them. */
export function Account() {
  const { hasPasskeys } = useSession()
  return (
    <Screen title="Account">
      <Stack gap="md" maw={640}>
        <OwnAddress
          read={() => call('readMemberAddress')}
          change={(email) => call('changeMemberAddress', { body: { email } })}
        />
        <OwnSessions
          list={() => call('listMemberSessions')}
          end={(id) => call('endMemberSession', { id })}
          endOthers={() => call('endOtherMemberSessions')}
        />
        {hasPasskeys && (
          <OwnPasskeys
            list={() => call('listMemberPasskeys')}
            challenge={() => call('challengeMemberPasskey')}
            add={(body) => call('addMemberPasskey', { body })}
            remove={(id) => call('removeMemberPasskey', { id })}
          />
        )}
        <MailChoices
          list={() => call('listMemberMailChoices')}
          choose={(body) => call('setMemberMailChoice', { body })}
        />
        <OwnData />
      </Stack>
    </Screen>
  )
}
