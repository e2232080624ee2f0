import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { describePhrase } from '@affiliate-platform/contract/console'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { formatDay, formatTime } from '../texts.ts'
import { Loaded } from './loaded.tsx'
import { SameAs } from './same-as.tsx'
import { SideDrawer } from './side-drawer.tsx'
import { type Explanation, Why } from './why.tsx'

type OfCommission = ConsoleResponse<'explainCommission'>
interface WhyDrawerProps {
  /** The payout whose units are asked about. */
  readonly payoutId?: string
}

/** A unit of a payout is asked about by its number, a commission by its id. */
const isUnit = (why: string) => /^\d+$/.test(why)

/** Why an amount is what it is: at an address of its own, so that it can be sent to someone. */
export function WhyDrawer({ payoutId }: WhyDrawerProps) {
  return (
    <SideDrawer>
      {(why) =>
        payoutId !== undefined && isUnit(why) ? (
          <WhyUnit payoutId={payoutId} unit={why} />
        ) : (
          <WhyCommission id={why} />
        )
      }
    </SideDrawer>
  )
}

function WhyUnit({ payoutId, unit }: { readonly payoutId: string; readonly unit: string }) {
  const query = useQuery({
    queryKey: ['why', payoutId, unit],
    queryFn: () => call('explainUnit', { id: payoutId, query: { unit } }),
  })
  return (
    <Loaded query={query}>
      {(explanation) => (
        <Stack gap="md">
          <Why explanation={explanation} currency={explanation.payout.amount.currency} />
          <Text>
            {describeHold(explanation)}, frozen as of {formatDay(explanation.payout.asOf)}.
          </Text>
          <SameAs command={`explain payout ${payoutId} --unit ${unit}`} />
        </Stack>
      )}
    </Loaded>
  )
}

function WhyCommission({ id }: { readonly id: string }) {
  const query = useQuery({
    queryKey: ['why', id],
    queryFn: () => call('explainCommission', { id }),
  })
  return (
    <Loaded query={query}>
      {(explanation) => {
        const { amount, payout, waiting } = explanation
        return (
          <Stack gap="md">
            <Text size="xl" fw={600} className="figures">
              {formatMoney(amount)}
            </Text>
            {waiting !== null && (
              <Text>
                <b>Why not yet?</b> {describeWaiting(waiting)}
              </Text>
            )}
            <Why explanation={explanation} currency={amount.currency} />
            <Text>
              {describeHold(explanation)}
              {payout === null ? '.' : `, frozen as of ${formatDay(payout.asOf)}. `}
              {payout !== null && (
                <Anchor component={Link} to={`/payouts/${payout.id}`} underline="always">
                  See its payout
                </Anchor>
              )}
            </Text>
            <SameAs command={`explain commission ${id}`} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

const describeHold = ({ commission: { because, availableAt } }: Explanation): string =>
  `Available on ${formatDay(availableAt)} (${describePhrase(because, formatDay)})`

/** What is missing before a commission is paid. */
function describeWaiting({
  code,
  availableAt,
  reason,
  until,
  available,
  threshold,
}: NonNullable<OfCommission['waiting']>): string {
  const day = formatDay(availableAt)
  switch (code) {
    case 'held':
      return `It becomes available on ${day}, when its hold ends.`
    case 'due':
      return `It has been available since ${day} and will be paid in the next run.`
    case 'payee_changed':
      return `The member changed their payout details: nothing is paid there before ${formatTime(until ?? availableAt)}.`
    case 'excluded':
      return `The member is excluded from runs: ${reason}`
    case 'suspended':
      return `The member is suspended: ${reason}`
    case 'sales_waiting':
      return 'Sales of the member’s shops are not posted yet: a run pays them once they are.'
    case 'nothing_due':
      return `The member’s balance is ${formatMoney(available)}: refunds exceed what is available.`
    case 'below_threshold': {
      const missing = `${BigInt(threshold.amountMinor) - BigInt(available.amountMinor)}`
      const more = formatMoney({ ...threshold, amountMinor: missing })
      return `${formatMoney(available)} is available; payouts start at ${formatMoney(threshold)}, so ${more} is missing.`
    }
  }
}
