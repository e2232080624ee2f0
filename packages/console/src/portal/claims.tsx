import type { MemberResponse } from '@affiliate-platform/contract/console'
import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { StateBadge } from '../parts/state-badge.tsx'
import { formatDay } from '../texts.ts'
import { call } from './api.ts'
import { ClaimForm } from './claim-form.tsx'
import { OwnAct } from './own-act.tsx'
import { Pages } from './pages.tsx'
import { Screen } from './screen.tsx'
import { useMemberId } from './session.ts'
import { claimStates } from './texts.ts'

type Claim = MemberResponse<'listOwnClaims'>['items'][number]

/** What a member claims, and what was said of it. */
export function Claims() {
  const memberId = useMemberId()
  return (
    <Screen title="Claims">
      <Pages
        name={['claims', memberId]}
        read={(cursor) => call('listOwnClaims', { id: memberId, query: cursor })}
      >
        {(items, _isWhole, { closed }) => (
          <div className="columns">
            {closed === null ? (
              <OwnAct what="claim a shop">
                <ClaimForm />
              </OwnAct>
            ) : (
              <Alert color="yellow" title="You can claim no shops now">
                {closed}
              </Alert>
            )}
            <section className="card" aria-labelledby="claims">
              <Title order={2} size={16} id="claims" mb="xs">
                Your claims
              </Title>
              <ClaimRows items={items} />
              <Text size="xs" c="dimmed" mt="sm">
                A claim leaves this list when its shop has asked to be erased.
              </Text>
            </section>
          </div>
        )}
      </Pages>
    </Screen>
  )
}

function ClaimRows({ items }: { readonly items: readonly Claim[] }) {
  if (items.length === 0) {
    return <Text c="dimmed">None yet. What you claim is here, with the answer.</Text>
  }
  return (
    <Stack component="ol" gap={0} p={0} m={0} className="rows">
      {items.map(({ id, shop, at, words, filedAt, answer }) => (
        <li key={id}>
          <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Group justify="space-between" gap="xs">
              <Text fw={600}>{shop}</Text>
              <StateBadge state={claimStates[answer?.kind ?? 'open']} />
            </Group>
            <Text>{words}</Text>
            <Text size="xs" c="dimmed">
              You told them on {formatDay(at)} and claimed it on {formatDay(filedAt)}
            </Text>
            {answer !== null && <Answer answer={answer} />}
          </div>
        </li>
      ))}
    </Stack>
  )
}

function Answer({ answer: { kind, reason, at } }: { readonly answer: NonNullable<Claim['answer']> }) {
  const decided = `${claimStates[kind].name} on ${formatDay(at)}`
  return (
    <Text mt={4}>
      {reason === null ? `${decided}: the shop was given to somebody else.` : `${decided}: ${reason}`}
    </Text>
  )
}
