import { describeEvidence, type MemberResponse } from '@affiliate-platform/contract/console'
import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '../money.ts'
import { FormRow } from '../parts/form.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { count, formatDay } from '../texts.ts'
import { call } from './api.ts'
import { LinkCard } from './link-card.tsx'
import { Materials } from './materials.tsx'
import { OwnAct } from './own-act.tsx'
import { Pages } from './pages.tsx'
import { describeTerms } from './rules.ts'
import { Screen } from './screen.tsx'
import { useMemberId } from './session.ts'
import { ownReferralStates } from './texts.ts'

type Referral = MemberResponse<'listOwnReferrals'>['items'][number]

/** The links of a member, what came of them, what they are given to share, and the shops that they have referred. */
export function Links() {
  const memberId = useMemberId()
  const query = useQuery({
    queryKey: ['links', memberId],
    queryFn: () => call('listOwnLinks', { id: memberId }),
  })
  return (
    <Screen title="Links">
      <div className="columns">
        <Stack gap="md">
          <Loaded query={query}>
            {({ items }) => (
              <>
                {items.map((link) => (
                  <LinkCard key={link.id} link={link} />
                ))}
                <OwnAct what="make another link">
                  <NewLink isFirst={items.length === 0} />
                </OwnAct>
              </>
            )}
          </Loaded>
          <Materials />
        </Stack>
        <section className="card" aria-labelledby="shops">
          <Title order={2} size={16} id="shops" mb="xs">
            Your shops
          </Title>
          <Pages
            name={['referrals', memberId]}
            read={(cursor) => call('listOwnReferrals', { id: memberId, query: cursor })}
          >
            {(items) => <Shops items={items} />}
          </Pages>
          <Text mt="sm">
            Missing a shop?{' '}
            <Anchor component={Link} to={`/${memberId}/claims`} underline="always">
              Claim it
            </Anchor>
          </Text>
        </section>
      </div>
    </Screen>
  )
}

function NewLink({ isFirst }: { readonly isFirst: boolean }) {
  const memberId = useMemberId()
  const queries = useQueryClient()
  const [label, setLabel] = useState('')
  const create = useMutation({
    mutationFn: () => call('createOwnLink', { id: memberId, body: { label } }),
    onSuccess: async ({ rejected }) => {
      if (rejected === null) setLabel('')
      await queries.invalidateQueries()
    },
  })
  return (
    <section className="card" aria-labelledby="new-link">
      <Title order={2} size={16} id="new-link" mb="xs">
        {isFirst ? 'Your first link' : 'Another link'}
      </Title>
      <Text mb="sm">
        Use a separate link for each place where you share it, and see here which works best.
      </Text>
      <FormRow submit={() => create.mutate()} align="end">
        <TextInput
          label="What it is for"
          placeholder="newsletter"
          required
          maxLength={80}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending} disabled={label.trim() === ''}>
          Make a link
        </Button>
      </FormRow>
      {create.data?.rejected && (
        <Alert color="yellow" role="alert" mt="sm" title="No link was made">
          {create.data.rejected}
        </Alert>
      )}
      {create.error !== null && <Failure error={create.error} />}
    </section>
  )
}

function Shops({ items }: { readonly items: readonly Referral[] }) {
  if (items.length === 0)
    return <Text c="dimmed">None yet. When a shop installs by your link, it is here.</Text>
  return (
    <Stack component="ol" gap={0} p={0} m={0} className="rows">
      {items.map((referral) => (
        <Shop key={referral.id} referral={referral} />
      ))}
    </Stack>
  )
}

function Shop({ referral }: { readonly referral: Referral }) {
  const { shop, status, installedAt, evidence, earned, rules } = referral
  const [isOpen, setOpen] = useState(false)
  const state = ownReferralStates[status]
  return (
    <li>
      <div>
        <Text>{shop}</Text>
        <Text size="xs" c="dimmed">
          installed {formatDay(installedAt)}
          {evidence !== null && `: ${describeEvidence(evidence)}`}
        </Text>
        {rules !== null && (
          <Button
            variant="subtle"
            size="compact-xs"
            px={0}
            aria-expanded={isOpen}
            aria-label={`Its terms, of ${shop}, installed ${formatDay(installedAt)}`}
            onClick={() => setOpen(!isOpen)}
          >
            Its terms
          </Button>
        )}
        {isOpen && rules !== null && describeTerms(rules).map((line) => <Text key={line}>{line}</Text>)}
      </div>
      <div className="row-end">
        <Text fw={600} className="figures">
          {earned.length === 0 ? count(0, 'sale') : `${earned.map(formatMoney).join(', ')} in all`}
        </Text>
        {state !== undefined && <StateBadge state={state} />}
      </div>
    </li>
  )
}
