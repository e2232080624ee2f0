import { Stack } from '@mantine/core'
import { MailChoices } from '../parts/mail-choices.tsx'
import { OwnSessions } from '../parts/own-sessions.tsx'
import { call } from './api.ts'
import { Screen } from './screen.tsx'

/** Where a person is signed in, and what mail they get. */
export function Account() {
  return (
    <Screen title="Account">
      <Stack gap="md" maw={640}>
        <OwnSessions
          list={() => call('listMemberSessions')}
          end={(id) => call('endMemberSession', { id })}
          endOthers={() => call('endOtherMemberSessions')}
        />
        <MailChoices
          list={() => call('listMemberMailChoices')}
          choose={(body) => call('setMemberMailChoice', { body })}
        />
      </Stack>
    </Screen>
  )
}
