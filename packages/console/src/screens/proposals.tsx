import { type ConsoleResponse, listDifferences } from '@affiliate-platform/contract/console'
import { Anchor, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { Rejected } from '../parts/act.tsx'
import { ActButton } from '../parts/act-button.tsx'
import { ShowMore } from '../parts/app-list.tsx'
import { Differences } from '../parts/differences.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRefusal } from '../session.ts'
import { formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'

type Proposal = ConsoleResponse<'listProposals'>['items'][number]

/** The contracts that were proposed: what each would change, for somebody else than who proposed it. */
export function Proposals() {
  const query = useInfiniteQuery({
    queryKey: ['proposals'],
    queryFn: ({ pageParam }) =>
      call('listProposals', { query: pageParam === null ? {} : { after: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  return (
    <Screen title="Proposed contracts">
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return (
            <Stack gap="md" maw={760}>
              {items.length === 0 && <Text c="dimmed">No contracts to review.</Text>}
              {items.map((proposal) => (
                <ProposalCard key={proposal.id} proposal={proposal} />
              ))}
              <ShowMore query={query} />
            </Stack>
          )
        }}
      </Loaded>
    </Screen>
  )
}

function ProposalCard({ proposal }: { readonly proposal: Proposal }) {
  const { id, shop, member, appliesFrom, proposedAt, by, isOwn, before, rules } = proposal
  const queries = useQueryClient()
  const refusal = useRefusal('money:write')
  const reason = refusal ?? (isOwn ? 'You proposed this, so somebody else has to review it.' : undefined)
  const [why, setWhy] = useState('')
  const review = useMutation({
    mutationFn: (decision: 'accept' | 'decline') =>
      call('reviewProposal', { id, body: { decision, reason: why } }),
    onSuccess: async ({ rejected }) => {
      if (rejected === null) await queries.invalidateQueries()
    },
  })
  const isDisabled = why.trim() === '' || review.isPending
  const differences = listDifferences(before ?? undefined, rules)
  return (
    <section className="card" aria-label={`Contract of ${shop}`}>
      <Stack gap="sm">
        <Title order={2} size={16} style={{ overflowWrap: 'anywhere' }}>
          {shop}
        </Title>
        <Text>
          From {formatTime(appliesFrom)} on{' '}
          <Anchor component={Link} to={`/members/${member.id}`}>
            <bdi>{member.name}</bdi>
          </Anchor>{' '}
          would earn by other rules. What was earned until then stays.
        </Text>
        <div>
          {differences.length === 0 ? (
            <Text>No differences from the contract in force.</Text>
          ) : (
            <Differences between={differences} />
          )}
        </div>
        <Text size="xs" c="dimmed">
          proposed by {by}, {formatTime(proposedAt)}
        </Text>
        <TextInput
          label="Why"
          description="Needed to accept or decline; the audit keeps it"
          required
          disabled={reason !== undefined}
          value={why}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        />
        <Group gap="sm">
          <ActButton
            isRefused={reason !== undefined}
            disabled={isDisabled}
            onClick={() => review.mutate('accept')}
          >
            Accept contract
          </ActButton>
          <ActButton
            variant="default"
            isRefused={reason !== undefined}
            disabled={isDisabled}
            onClick={() => review.mutate('decline')}
          >
            Decline contract
          </ActButton>
        </Group>
        {reason !== undefined && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
        <Rejected why={review.data?.rejected} />
        {review.error !== null && <Failure error={review.error} />}
        <SameAs command={`contracts review ${id} accept --reason ${toWord(why || '…')}`} />
      </Stack>
    </section>
  )
}
