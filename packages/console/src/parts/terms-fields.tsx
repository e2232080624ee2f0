import { type ConsoleBody, saleKindNames } from '@affiliate-platform/contract/console'
import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core'
import type { TermsDraft } from './terms-draft.ts'

interface TermsFieldsProps {
  readonly draft: TermsDraft
  readonly rules: ConsoleBody<'saveMemberTerms'>['rules']
  readonly faults: ReadonlyMap<string, string> | undefined
  readonly change: (changed: Partial<TermsDraft>) => void
}

export function TermsFields({ draft, rules, faults, change }: TermsFieldsProps) {
  const findFault = (pointer: string) =>
    [...(faults ?? [])].find(([at]) => at === pointer || at.startsWith(`${pointer}/`))?.[1]
  const field = (name: keyof TermsDraft, label: string, pointer: string) => ({
    label,
    value: String(draft[name]),
    error: findFault(pointer),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: value }),
  })
  return (
    <>
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
        onChange={(kinds) => change({ kinds })}
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
          onChange={({ currentTarget }) => change({ allowsExisting: currentTarget.checked })}
        />
        <Checkbox
          label="Claims"
          checked={draft.allowsClaims}
          onChange={({ currentTarget }) => change({ allowsClaims: currentTarget.checked })}
        />
      </Group>
      <TextInput type="date" maw={220} {...field('from', 'From (UTC, optional)', '/effectiveAt')} />
    </>
  )
}
