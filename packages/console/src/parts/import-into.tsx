import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { NativeSelect, TextInput } from '@mantine/core'
import type { ImportSource } from '../import-sources.ts'

/** What is said of an import beside its files. */
export const noDraft = { appId: '', cutOver: '', currency: 'USD', appThere: '', everyPlan: '' }

/** What is said of an import beside its files. */
export type ImportDraft = typeof noDraft

interface ImportIntoProps {
  readonly apps: ConsoleResponse<'listHistoryImports'>['apps']
  readonly source: ImportSource
  readonly draft: ImportDraft
  readonly change: (changed: Partial<ImportDraft>) => void
}

/** Into which app, from when on and in which currency. */
export function ImportInto({ apps, source, draft, change }: ImportIntoProps) {
  return (
    <>
      <NativeSelect
        label="Into"
        value={draft.appId}
        data={apps.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget }) => change({ appId: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Cut-over"
        description="Sales before this day were commissioned there, those from it on are commissioned here"
        required
        value={draft.cutOver}
        onChange={({ currentTarget }) => change({ cutOver: currentTarget.value })}
      />
      <TextInput
        label="Currency"
        description="Of the amounts. Those that say another one are set aside"
        required
        pattern="[A-Z]{3}"
        maxLength={3}
        value={draft.currency}
        onChange={({ currentTarget }) => change({ currency: currentTarget.value.toUpperCase() })}
      />
      <TextInput
        label="App there (optional)"
        description="Its id, where the export has programs of several"
        maxLength={200}
        value={draft.appThere}
        onChange={({ currentTarget }) => change({ appThere: currentTarget.value })}
      />
      {source === 'mantle' && (
        <TextInput
          label="Programs whose minimum plan is dropped (optional)"
          description="Their ids: what they promised from a plan on (minPlanValue) is then kept for every plan"
          maxLength={2000}
          value={draft.everyPlan}
          onChange={({ currentTarget }) => change({ everyPlan: currentTarget.value })}
        />
      )}
    </>
  )
}
