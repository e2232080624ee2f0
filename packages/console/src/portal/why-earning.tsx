import type { MemberResponse } from '@affiliate-platform/contract/console'
import { describePhrase, formatRate, saleKindNames } from '@affiliate-platform/contract/console'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDecimal, formatMoney } from '../money.ts'
import { Arithmetic } from '../parts/arithmetic.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { formatDay } from '../texts.ts'
import { call } from './api.ts'
import { useMemberId } from './session.ts'
import { describeEvidence, describeWaiting } from './texts.ts'

type Explained = MemberResponse<'explainEarning'>

/** Why an amount is what it is and why it is not paid yet, in words for its member. */
export function WhyEarning() {
  return <SideDrawer>{(id) => <Explanation id={id} />}</SideDrawer>
}

function Explanation({ id }: { readonly id: string }) {
  const memberId = useMemberId()
  const query = useQuery({ queryKey: ['why', id], queryFn: () => call('explainEarning', { id }) })
  return (
    <Loaded query={query}>
      {(earning) => (
        <Stack gap="md">
          <Text size="xl" fw={600} className="figures">
            {formatMoney(earning.amount)}
          </Text>
          {earning.waiting !== null && (
            <Text>
              <b>Why not yet?</b> {describeWaiting(earning.waiting, earning.availableAt)}
            </Text>
          )}
          <Reason earning={earning} />
          <Source earning={earning} />
          {earning.payoutId !== null && (
            <Text>
              It is in a payout.{' '}
              <Anchor component={Link} to={`/${memberId}/payouts/${earning.payoutId}`} underline="always">
                See its payout
              </Anchor>
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

/** The sentence and the table: what the shop paid, and the member's part of it. */
function Reason({ earning }: { readonly earning: Explained }) {
  const { arithmetic, sale, refunds, because, shop, saleKind } = earning
  const { currency } = earning.amount
  // An amount is told with its currency behind it.
  const toPaid = (told: string) => formatDecimal(told.split(' ')[0] ?? '', currency)
  if (arithmetic === null) return <Text>{describeEntry(because)}</Text>
  return (
    <>
      <Text>
        You get {formatRate(arithmetic.rateBps)} of what <b>{shop ?? 'the shop'}</b> pays, {arithmetic.basis}.
        {sale !== null && (
          <>
            {' '}
            On {formatDay(sale.at)} the shop paid {toPaid(sale.gross)} for{' '}
            {saleKindNames[saleKind ?? ''] ?? 'it'}, of which {toPaid(sale.net)} came to the app.
          </>
        )}
      </Text>
      <Arithmetic arithmetic={arithmetic} currency={currency} />
      {refunds.map(({ gross, at }) => (
        <Text key={`${at} ${gross}`}>
          <b>Refund</b> On {formatDay(at)} the shop got money back: {toPaid(gross)}.
        </Text>
      ))}
    </>
  )
}

/** What an operator entered is said in their words alone; all else by its code. */
function describeEntry(because: Explained['because']): string {
  const { reason } = because as { readonly reason?: unknown }
  if (typeof reason === 'string') return `Entered by hand: ${reason}`
  return describePhrase(because as Parameters<typeof describePhrase>[0], formatDay)
}

/** How the shop is known to be theirs, and which terms count for it. */
function Source({ earning: { referral, termsFrom } }: { readonly earning: Explained }) {
  if (referral === null) return null
  const told = referral.evidence.map(({ kind, at }) => `${describeEvidence(kind)} on ${formatDay(at)}`)
  return (
    <>
      <Text>
        <b>How we know</b> {told.length === 0 ? 'It was entered by hand.' : `${told.join('; ')}.`} The shop
        installed the app on {formatDay(referral.installedAt)}
        {referral.endsAt !== null && `, and earns for you until ${formatDay(referral.endsAt)}`}.
      </Text>
      {termsFrom !== null && (
        <Text>
          <b>Terms</b> Those of {formatDay(termsFrom)}. Later changes do not count for this shop.
        </Text>
      )}
    </>
  )
}
