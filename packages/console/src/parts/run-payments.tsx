import { type ConsoleResponse, currencyScale, toDecimal } from '@affiliate-platform/contract/console'
import { Button, Checkbox, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, sumByCurrency } from '../money.ts'
import { writeResultFile } from '../result-file.ts'
import { count, payeeMethodNames } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { AmountDoor } from './amount-door.tsx'
import { ResultRows } from './result-rows.tsx'
import { useResults } from './results.tsx'
import { ResultsCard } from './results-card.tsx'
import { SameAs } from './same-as.tsx'

type Decision = ConsoleResponse<'readPayoutRun'>['decisions'][number]
type Payout = Pick<Decision, 'member'> & NonNullable<Decision['payout']>

/** How payments were made, as it was typed. */
interface Made {
  readonly method: string
  readonly reference: string
  readonly paidOn: string
}

const toMajor = ({ amountMinor, currency }: Payout['unpaid']) =>
  toDecimal(amountMinor, currencyScale(currency) ?? 0)

/** Records the payments of a run that were made together, such as in a bank's own form: ticked, looked at, recorded. */
export function RunPayments({ decisions }: { readonly decisions: readonly Decision[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [made, setMade] = useState<Made>({ method: '', reference: '', paidOn: '' })
  const open = decisions
    .flatMap(({ member, payout }) => (payout === null ? [] : [{ ...payout, member }]))
    // What is disputed is settled first, as the files have it.
    .filter(({ unpaid, status }) => unpaid.amountMinor !== '0' && status !== 'disputed')
  const chosen = open.filter(({ id }) => ticked.has(id))
  const rows = chosen.map(({ id, unpaid }) => ({
    ...{ payoutId: id, amount: toMajor(unpaid), currency: unpaid.currency },
  }))
  const results = useResults(async () => writeResultFile(rows, made), made.method)
  const { send, change } = results
  const tick = (ids: readonly string[], isTicked: boolean) => {
    setTicked((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(isTicked ? ids : [])))
    change()
  }
  const [only] = chosen
  return (
    <div className="columns">
      {send.data === undefined ? (
        <OpenPayouts payouts={open} ticked={ticked} tick={tick} />
      ) : (
        <ResultRows results={send.data} />
      )}
      <ResultsCard
        title="Record payments"
        check={`Check ${count(chosen.length, 'payment')}`}
        isReady={chosen.length > 0}
        results={results}
        fields={
          <PaymentFields
            made={made}
            onChange={(name, value) => {
              setMade((before) => ({ ...before, [name]: value }))
              change()
            }}
            sums={sumByCurrency(chosen.map(({ unpaid }) => unpaid))}
          />
        }
        command={
          only !== undefined &&
          chosen.length === 1 && (
            <SameAs
              command={`payouts report ${only.id} --amount ${toMajor(only.unpaid)} --currency ${only.unpaid.currency} --method ${toWord(made.method || '…')}${made.reference && ` --reference ${toWord(made.reference)}`}${made.paidOn && ` --paid-at ${made.paidOn}`}`}
            />
          )
        }
      />
    </div>
  )
}

interface PaymentFieldsProps {
  readonly made: Made
  readonly onChange: (name: keyof Made, value: string) => void
  readonly sums: ReturnType<typeof sumByCurrency>
}

function PaymentFields({ made, onChange, sums }: PaymentFieldsProps) {
  const field = (name: keyof Made) => ({
    value: made[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(name, value),
  })
  return (
    <>
      <TextInput label="Method" placeholder="Bank transfer" required maxLength={140} {...field('method')} />
      <TextInput
        label="Reference (optional)"
        description="Of all of them, such as the id of a batch"
        maxLength={140}
        {...field('reference')}
      />
      <TextInput
        type="date"
        label="Paid on (optional)"
        description="Leave empty if it was paid today"
        {...field('paidOn')}
      />
      {sums.length > 0 && (
        <Text className="figures" fw={600}>
          {sums.map(formatMoney).join(', ')} in all
        </Text>
      )}
    </>
  )
}

const nameMethod = (method: Payout['method']) => (method === null ? 'No payee' : payeeMethodNames[method])

interface OpenPayoutsProps {
  readonly payouts: readonly Payout[]
  readonly ticked: ReadonlySet<string>
  readonly tick: (ids: readonly string[], isTicked: boolean) => void
}

/** What is left to pay of a run, to be ticked. */
function OpenPayouts({ payouts, ticked, tick }: OpenPayoutsProps) {
  if (payouts.length === 0) return <Text c="dimmed">Everything in this run has been paid.</Text>
  const chosen = payouts.filter(({ id }) => ticked.has(id))
  const isWhole = chosen.length === payouts.length
  return (
    <Stack gap="sm">
      <Text c="dimmed">Tick what you have paid. Nothing is recorded before you have checked it.</Text>
      <Checkbox
        label={`All ${count(payouts.length, 'payout')}`}
        checked={isWhole}
        indeterminate={chosen.length > 0 && !isWhole}
        onChange={() =>
          tick(
            payouts.map(({ id }) => id),
            !isWhole,
          )
        }
      />
      <Group gap="xs">
        {[...new Set(payouts.map(({ method }) => method))].map((method) => {
          if (method === null) return null
          const ids = payouts.filter((payout) => payout.method === method).map(({ id }) => id)
          return (
            <Button key={method} variant="default" size="compact-sm" onClick={() => tick(ids, true)}>
              Tick all of {payeeMethodNames[method]} ({ids.length})
            </Button>
          )
        })}
      </Group>
      <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
        <Table className="cards">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Member</Table.Th>
              <Table.Th>Method</Table.Th>
              <Table.Th className="figures">To be paid</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {payouts.map(({ id, member, method, unpaid }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Checkbox
                    label={<bdi>{member.name}</bdi>}
                    checked={ticked.has(id)}
                    onChange={({ currentTarget }) => tick([id], currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td data-label="Method">{nameMethod(method)}</Table.Td>
                <Table.Td className="figures" data-label="To be paid">
                  <AmountDoor amount={unpaid} opens={`/payouts/${id}`} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Stack>
  )
}
