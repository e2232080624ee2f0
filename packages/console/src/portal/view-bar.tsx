import { Anchor, Text, Title } from '@mantine/core'
import { formatTime } from '../texts.ts'
import { useMemberId, useSession } from './session.ts'

/** Who sees this as whom, until when, and the way back; nothing for the member. */
export function ViewBar() {
  const { account, view } = useSession()
  const memberId = useMemberId()
  if (view === null) return null
  return (
    <aside className="view-bar" aria-label="View as member">
      <Text>
        You ({view.by}) see what <bdi>{account.name}</bdi> sees, until {formatTime(view.until)}. Nothing can
        be changed here.
      </Text>
      <Anchor href={`/console/members/${memberId}`} underline="always" c="inherit">
        Back to the console
      </Anchor>
    </aside>
  )
}

export function ViewEnded() {
  return (
    <main className="portal-main">
      <Title order={1} size={20} lh={1.4} mb="xs">
        This view has ended
      </Title>
      <Text mb="sm">It lasts half an hour, and only while you are signed in to the console.</Text>
      <Anchor href="/console" underline="always">
        Back to the console
      </Anchor>
    </main>
  )
}
