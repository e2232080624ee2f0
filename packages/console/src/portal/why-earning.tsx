import {
  describeProgress,
  describeReason,
  describeRefunds,
  describeSource,
  type ExplainedEarning,
} from '@affiliate-platform/contract/console'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatMoney } from '../money.ts'
import { Arithmetic } from '../parts/arithmetic.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { formatDay } from '../texts.ts'
import { call } from './api.ts'
import { useMemberId } from './session.ts'
import { instants } from './texts.ts'

/** Why an amount is what it is and why it is not paid yet, in words for its member. */
export function WhyEarning() {
  return <SideDrawer>{(id) => <Explanation id={id} />}</SideDrawer>
}

function Explanation({ id }: { readonly id: string }) {
  const query = useQuery({ queryKey: ['why', id], queryFn: () => call('explainEarning', { id }) })
  return (
    <Loaded query={query}>
      {(earning) => (
        <Stack gap="md">
          <Text size="xl" fw={600} className="figures">
            {formatMoney(earning.amount)}
          </Text>
          <Progress earning={earning} />
          <Reason earning={earning} />
          <Source earning={earning} />
        </Stack>
      )}
    </Loaded>
  )
}

/** What is missing before it is paid, which is asked first, or the payout that it is in. */
function Progress({ earning }: { readonly earning: ExplainedEarning }) {
  const memberId = useMemberId()
  const { payout } = earning
  const progress = describeProgress(earning, instants)
  if (progress === undefined) return null
  return (
    <Text>
      <b>{payout === null ? 'Why not yet?' : 'Where is it?'}</b> {progress}{' '}
      {payout !== null && (
        <Anchor component={Link} to={`/${memberId}/payouts/${payout.id}`} underline="always">
          See its payout
        </Anchor>
      )}
    </Text>
  )
}

/** The sentence and the table: what the shop paid, and the member's part of it. */
function Reason({ earning }: { readonly earning: ExplainedEarning }) {
  const { arithmetic, amount } = earning
  return (
    <>
      <Text>{describeReason(earning, instants)}</Text>
      {arithmetic !== null && <Arithmetic arithmetic={arithmetic} currency={amount.currency} />}
      {describeRefunds(earning, instants).map((refund) => (
        <Text key={refund}>{refund}</Text>
      ))}
    </>
  )
}

/** How the shop is known to be theirs, and which terms count for it. */
function Source({ earning }: { readonly earning: ExplainedEarning }) {
  const { termsFrom } = earning
  const source = describeSource(earning, instants)
  if (source === undefined) return null
  return (
    <>
      <Text>
        <b>How we know:</b> {source}
      </Text>
      {termsFrom !== null && (
        <Text>
          <b>Terms:</b> those of {formatDay(termsFrom)}. Later changes do not count for this shop.
        </Text>
      )}
    </>
  )
}
