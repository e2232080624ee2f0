import {
  type ConsoleResponse,
  describePhrase,
  formatRate,
  saleKindNames,
} from '@affiliate-platform/contract/console'
import { Anchor, Code, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatSaleAmount } from '../money.ts'
import { formatDay } from '../texts.ts'
import { Arithmetic } from './arithmetic.tsx'
import { Copy } from './copy.tsx'

/** What is said of a unit of a payout, and of a commission. */
export type Explanation = Pick<
  ConsoleResponse<'explainUnit'>,
  'arithmetic' | 'contract' | 'referral' | 'commission' | 'appTransaction' | 'takenBack'
>

interface WhyProps {
  readonly explanation: Explanation
  readonly currency: string
}

/** Why an amount is what it is: the arithmetic, how the shop came, the contract, and the records behind it. */
export function Why({ explanation, currency }: WhyProps) {
  const { arithmetic, contract, referral, commission, takenBack } = explanation
  return (
    <>
      {arithmetic === null ? (
        <Text>{describePhrase(commission.because, formatDay)}</Text>
      ) : (
        <Reckoning explanation={explanation} currency={currency} arithmetic={arithmetic} />
      )}
      {takenBack.map(({ platformId, collectedAt, gross }) => (
        <Text key={platformId}>
          <b>Refund</b> On {formatDay(collectedAt)} the shop paid {formatSaleAmount(gross)}.
        </Text>
      ))}
      {referral !== null && (
        <Text>
          <b>Source</b>{' '}
          {referral.evidence.map(({ kind, at }) => `${kind}, ${formatDay(at)}`).join('; ') ||
            'entered by a person'}
          . Installed on {formatDay(referral.installedAt)}.
        </Text>
      )}
      {contract !== null && (
        <Text>
          <b>Contract</b> Terms fixed on {formatDay(contract.appliesFrom)}; later changes do not apply.
        </Text>
      )}
      <Records explanation={explanation} />
    </>
  )
}

/** What the amount follows from, by the ids that ⌘K finds. */
function Records({
  explanation: { appTransaction, commission, contract, referral },
}: Pick<WhyProps, 'explanation'>) {
  const terms = contract?.copiedFrom
  const records = [
    ['Sale', appTransaction?.platformId],
    ['Commission', commission.id],
    ['Contract', contract?.id],
    ['Terms version', terms?.code === 'terms_version' ? terms.id : undefined],
    ['Referral', referral?.id],
  ] as const
  return (
    <div>
      {records.map(
        ([name, id]) =>
          id !== undefined && (
            <Group key={name} justify="space-between" gap="xs" wrap="nowrap" mih={26}>
              <Text size="xs" c="dimmed">
                {name}
              </Text>
              <Group gap={4} wrap="nowrap">
                <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
                <Copy text={id} of={name} />
              </Group>
            </Group>
          ),
      )}
      {referral !== null && (
        <Anchor
          component={Link}
          to={`/commissions?search=${encodeURIComponent(referral.shop)}`}
          underline="always"
        >
          All commissions of this shop
        </Anchor>
      )}
    </div>
  )
}

interface ReckoningProps extends WhyProps {
  readonly arithmetic: NonNullable<Explanation['arithmetic']>
}

/** The sentence and the table: what the shop paid, and the member's part before, now and after. */
function Reckoning({ explanation, currency, arithmetic }: ReckoningProps) {
  const { appTransaction, referral, commission } = explanation
  const rate = formatRate(arithmetic.rateBps)
  return (
    <>
      <Text>
        The member gets {rate} of what{' '}
        <b style={{ overflowWrap: 'anywhere' }}>{referral?.shop ?? 'the shop'}</b> pays
        {arithmetic.basis === 'net' ? ', after Shopify’s fees' : ''}.
        {appTransaction !== null && (
          <>
            {' '}
            On {formatDay(appTransaction.collectedAt)} the shop paid {formatSaleAmount(appTransaction.gross)}{' '}
            for {saleKindNames[commission.saleKind ?? ''] ?? 'it'}, of which{' '}
            {formatSaleAmount(appTransaction.net)} came to you.
          </>
        )}
      </Text>
      <Arithmetic arithmetic={arithmetic} currency={currency} />
    </>
  )
}
