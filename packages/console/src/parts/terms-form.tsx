import {
  type ConsoleBody,
  type ConsoleResponse,
  currencyScale,
  fromDecimal,
  listDifferences,
  type Rules,
  saleKindNames,
  toDecimal,
} from '@affiliate-platform/contract/console'
import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api.ts'
import type { Amount } from '../money.ts'
import { CallError } from '../send.ts'
import { useRefusal } from '../session.ts'
import { Differences } from './differences.tsx'
import { Failure } from './loaded.tsx'

type NewRules = ConsoleBody<'saveMemberTerms'>['rules']

/** What is typed, field by field. */
interface Draft {
  readonly rate: string
  readonly basis: string
  readonly reward: string
  readonly threshold: string
  readonly kinds: readonly string[]
  readonly months: string
  readonly holdDays: string
  readonly windowDays: string
  readonly allowsExisting: boolean
  readonly allowsClaims: boolean
  readonly from: string
}

function toDraft(rules: Rules | undefined): Draft {
  return {
    rate: rules === undefined ? '' : String(rules.rateBps / 100),
    basis: rules?.basis ?? 'net',
    reward: toText(rules?.cpi),
    threshold: toText(rules?.threshold),
    kinds: rules?.includedSaleKinds ?? ['subscription_sale', 'usage_sale'],
    months: rules?.durationMonths ? String(rules.durationMonths) : '',
    holdDays: String(rules?.holdDays ?? 30),
    windowDays: String(rules?.windowDays ?? 30),
    allowsExisting: rules?.allowExistingShops ?? false,
    allowsClaims: rules?.allowManualClaims ?? false,
    from: '',
  }
}

const noMoney: Amount = { amountMinor: '0', currency: 'USD' }

const toText = ({ amountMinor, currency } = noMoney) => toDecimal(amountMinor, currencyScale(currency) ?? 0)

/** What is sent: where a text is no number it stays what it is, and the service says what is allowed. */
function toRules(draft: Draft, before: Rules | undefined): NewRules {
  const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
  const toMoney = (text: string, { currency } = noMoney) => ({
    amountMinor: fromDecimal(text, currencyScale(currency) ?? 0) ?? text,
    currency,
  })
  const threshold = toMoney(draft.threshold, before?.threshold)
  // Those in other currencies stay as they are.
  const others = before?.thresholds.filter(({ currency }) => currency !== threshold.currency) ?? []
  return {
    basis: draft.basis === 'gross' ? 'gross' : 'net',
    rateBps: Math.round(toNumber(draft.rate) * 100),
    cpi: toMoney(draft.reward, before?.cpi),
    includedSaleKinds: draft.kinds as NewRules['includedSaleKinds'],
    durationMonths: draft.months === '' ? null : toNumber(draft.months),
    holdDays: toNumber(draft.holdDays),
    threshold,
    windowDays: toNumber(draft.windowDays),
    allowExistingShops: draft.allowsExisting,
    allowManualClaims: draft.allowsClaims,
    ...(others.length > 0 && { thresholds: [threshold, ...others] }),
  }
}

/** New terms for a member: what differs is shown before they are saved, and each fault stands at its field. */
export function TermsForm({ record }: { readonly record: ConsoleResponse<'readMember'> }) {
  const { id } = record.member
  const before = record.inForce?.rules
  const queries = useQueryClient()
  const refusal = useRefusal('money:write')
  // One name for one decision: pressed twice, it is saved once.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  const [typed, setDraft] = useState<Draft>()
  // Until somebody types, the terms in force, also once others have saved some.
  const draft = typed ?? toDraft(before)
  const rules = toRules(draft, before)
  const differences = listDifferences(before, rules)
  const save = useMutation({
    mutationFn: () => {
      const effectiveAt = draft.from === '' ? {} : { effectiveAt: `${draft.from}T00:00:00Z` }
      return call('saveMemberTerms', { id, idempotencyKey, body: { rules, ...effectiveAt } })
    },
    onSuccess: (after) => {
      queries.setQueryData(['member', id], after)
      setDraft(undefined)
      setIdempotencyKey(crypto.randomUUID())
    },
  })
  const faults = save.error instanceof CallError ? save.error.faults : undefined
  const findFault = (pointer: string) =>
    [...(faults ?? [])].find(([at]) => at === pointer || at.startsWith(`${pointer}/`))?.[1]
  const field = (name: keyof Draft, label: string, pointer: string) => ({
    label,
    value: String(draft[name]),
    error: findFault(pointer),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: value }),
  })
  return (
    <section className="card" aria-labelledby="new-terms">
      <Title order={2} size={16} id="new-terms" mb="sm">
        New terms
      </Title>
      <Stack
        component="form"
        gap="sm"
        maw={640}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Text c="dimmed">They apply to new referrals only. Existing referrals keep their terms.</Text>
        <Group grow align="start">
          <TextInput inputMode="decimal" {...field('rate', 'Commission (%)', '/rules/rateBps')} />
          <NativeSelect data={['net', 'gross']} {...field('basis', 'Of sales', '/rules/basis')} />
        </Group>
        <Group grow align="start">
          <TextInput
            inputMode="decimal"
            {...field('threshold', `Paid from (${rules.threshold.currency})`, '/rules/threshold')}
          />
          <TextInput
            inputMode="decimal"
            {...field('reward', `Install reward (${rules.cpi.currency})`, '/rules/cpi')}
          />
        </Group>
        <Group grow align="start">
          <TextInput inputMode="numeric" {...field('holdDays', 'Held (days)', '/rules/holdDays')} />
          <TextInput inputMode="numeric" {...field('windowDays', 'Window (days)', '/rules/windowDays')} />
          <TextInput
            inputMode="numeric"
            placeholder="without end"
            {...field('months', 'Duration (months)', '/rules/durationMonths')}
          />
        </Group>
        <Checkbox.Group
          label="Counts"
          value={[...draft.kinds]}
          error={findFault('/rules/includedSaleKinds')}
          onChange={(kinds) => setDraft({ ...draft, kinds })}
        >
          <Group mt={4}>
            {Object.entries(saleKindNames).map(([kind, name]) => (
              <Checkbox key={kind} value={kind} label={name} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group>
          <Checkbox
            label="Shops that had the app before"
            checked={draft.allowsExisting}
            onChange={({ currentTarget }) => setDraft({ ...draft, allowsExisting: currentTarget.checked })}
          />
          <Checkbox
            label="Claims"
            checked={draft.allowsClaims}
            onChange={({ currentTarget }) => setDraft({ ...draft, allowsClaims: currentTarget.checked })}
          />
        </Group>
        <TextInput type="date" maw={220} {...field('from', 'From (UTC, optional)', '/effectiveAt')} />
        <div aria-live="polite">
          <Differences between={differences} />
        </div>
        <Button
          type="submit"
          loading={save.isPending}
          disabled={refusal !== undefined || differences.length === 0}
        >
          Save terms
        </Button>
        {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
        {save.error !== null && faults?.size === 0 && <Failure error={save.error} />}
      </Stack>
    </section>
  )
}
