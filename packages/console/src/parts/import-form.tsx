import type { ConsoleResponse, HistoryLine } from '@affiliate-platform/contract/console'
import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { follow } from '../follow.ts'
import { historySteps } from '../history-texts.ts'
import { useRefusal } from '../session.ts'
import { uploadExport } from '../upload-export.ts'
import { Rejected } from './act.tsx'
import type { Report } from './import-report.tsx'
import { Failure } from './loaded.tsx'
import { SameAs, toWord } from './same-as.tsx'

/** What an import came to, or would. */
export interface Outcome {
  readonly report: Report
  readonly importId: string | null
  readonly isKnown: boolean
}

interface ImportFormProps {
  readonly apps: ConsoleResponse<'listHistoryImports'>['apps']
  readonly outcome: Outcome | undefined
  readonly onOutcome: (outcome: Outcome | undefined) => void
}

const none = { appId: '', cutOver: '', currency: 'USD', mantleApp: '' }

/** An export of Mantle: looked at first, then imported by a second press. */
export function ImportForm({ apps, outcome, onOutcome }: ImportFormProps) {
  const refusal = useRefusal('workspace:manage')
  const [files, setFiles] = useState<readonly File[]>([])
  const [uploadId, setUploadId] = useState<string>()
  const [draft, setDraft] = useState({ ...none, appId: apps[0]?.id ?? '' })
  const [progress, setProgress] = useState('')
  const name = files[0]?.webkitRelativePath.split('/')[0] || 'mantle-export'
  const send = useMutation({
    mutationFn: async (isDryRun: boolean) => {
      const upload =
        uploadId ?? (await uploadExport(files, (part) => setProgress(`Uploading: ${percent(part)}`)))
      setUploadId(upload)
      const { mantleApp, ...rest } = draft
      const body = { ...rest, uploadId: upload, name, mantleApp: mantleApp.trim() || null, isDryRun }
      return await follow('importHistory', { body, onLine: (line) => setProgress(describe(line)) })
    },
    onSuccess: (line) => {
      if ('report' in line) onOutcome(line)
      // Imported, the upload is gone.
      if ('report' in line && line.importId !== null) setUploadId(undefined)
    },
  })
  const change = (changed: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changed })
    onOutcome(undefined)
    send.reset()
  }
  const rejected = send.data !== undefined && 'rejected' in send.data ? send.data.rejected : undefined
  const isReady = files.length > 0 && refusal === undefined && !send.isPending
  const isChecked = outcome !== undefined && outcome.importId === null
  return (
    <section className="card first" aria-labelledby="import">
      <Stack
        component="form"
        gap="sm"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          send.mutate(true)
        }}
      >
        <Title order={2} size={16} id="import">
          Import from Mantle
        </Title>
        <TextInput
          type="file"
          multiple
          accept=".json,.csv,application/json,text/csv"
          label="Files of the export"
          description="All of them at once. With tables, also columns.json"
          required
          onChange={({ currentTarget }) => {
            setFiles([...(currentTarget.files ?? [])])
            setUploadId(undefined)
            onOutcome(undefined)
            send.reset()
          }}
        />
        <Where apps={apps} draft={draft} change={change} />
        <Group gap="sm">
          <Button
            type="submit"
            variant={isChecked ? 'default' : 'filled'}
            loading={send.isPending && send.variables}
            disabled={!isReady}
            aria-describedby={refusal === undefined ? undefined : 'import-refusal'}
          >
            Check export
          </Button>
          {isChecked && !outcome.isKnown && (
            <Button
              loading={send.isPending && !send.variables}
              disabled={!isReady}
              onClick={() => send.mutate(false)}
            >
              Import
            </Button>
          )}
        </Group>
        {refusal !== undefined && (
          <Text size="xs" c="dimmed" id="import-refusal">
            {refusal}
          </Text>
        )}
        {send.isPending && (
          <Text size="sm" role="status">
            {progress}
          </Text>
        )}
        <Rejected why={rejected} />
        {send.error !== null && <Failure error={send.error} />}
        <SameAs command={toCommand(draft, name)} />
      </Stack>
    </section>
  )
}

const percent = (part: number): string => `${Math.round(part * 100)} %`

const describe = (line: HistoryLine): string =>
  'step' in line ? `${historySteps[line.step] ?? line.step}: ${line.done.toLocaleString('en')} rows` : ''

function toCommand({ cutOver, currency, mantleApp }: typeof none, name: string) {
  const app = mantleApp.trim() === '' ? '' : ` --mantle-app ${toWord(mantleApp.trim())}`
  return `import mantle ${toWord(name)} --cut-over ${cutOver || '2026-08-14'} --currency ${currency || 'USD'}${app}` as const
}

interface WhereProps extends Pick<ImportFormProps, 'apps'> {
  readonly draft: typeof none
  readonly change: (changed: Partial<typeof none>) => void
}

/** Into which app, from when on and in which currency. */
function Where({ apps, draft, change }: WhereProps) {
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
        description="Of all amounts: the export names none"
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
        value={draft.mantleApp}
        onChange={({ currentTarget }) => change({ mantleApp: currentTarget.value })}
      />
    </>
  )
}
