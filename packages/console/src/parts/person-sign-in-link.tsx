import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api.ts'
import { formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { Act, Rejected } from './act.tsx'
import { ActButton } from './act-button.tsx'

interface PersonSignInLinkProps {
  readonly person: Pick<ConsoleResponse<'listPeople'>['items'][number], 'id' | 'name' | 'email' | 'role'>
  /** Whether the role of who is signed in does not allow it. */
  readonly isRefused: boolean
}

/** Makes a link that signs a person in, to be handed to them. */
export function PersonSignInLink({ person: { id, name, email, role }, isRefused }: PersonSignInLinkProps) {
  const issue = useMutation({
    mutationFn: () => call('issueSignInLink', { id }),
    // It is shown while it is looked at, and kept nowhere.
    gcTime: 0,
  })
  const reason = role === null ? `${name} has no role. Give them one first.` : undefined
  const link = issue.data?.link ?? null
  return (
    <Act
      title="Sign-in link"
      reason={reason}
      command={`accounts link ${toWord(email)} --url ${location.origin}`}
      error={issue.error}
    >
      {link === null ? (
        <ActButton
          variant="default"
          style={{ alignSelf: 'start' }}
          loading={issue.isPending}
          isRefused={isRefused || reason !== undefined}
          onClick={() => issue.mutate()}
        >
          Make a sign-in link
        </ActButton>
      ) : (
        <>
          <Text>
            Hand it to {name} yourself. It signs them in once, until {formatTime(link.expiresAt)}, and is not
            shown again.
          </Text>
          <Group gap="sm" wrap="nowrap">
            <TextInput
              aria-label="Sign-in link"
              readOnly
              value={link.url}
              style={{ flex: 1, minWidth: 0 }}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyButton value={link.url}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
            </CopyButton>
          </Group>
        </>
      )}
      <Rejected why={issue.data?.rejected} />
    </Act>
  )
}
