import type { ConsoleResponse, HistoryLine } from '@affiliate-platform/contract/console'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { follow } from '../follow.ts'
import { historyStepTexts } from '../history-texts.ts'
import { type ImportSource, nameExport, toUploads } from '../import-sources.ts'
import { uploadExport } from '../upload-export.ts'
import { noDraft } from './import-into.tsx'
import type { Report } from './import-report.tsx'

/** What an import came to, or would. */
export interface Outcome {
  readonly report: Report
  readonly importId: string | null
  readonly isKnown: boolean
}

export interface ImportFormProps {
  readonly apps: ConsoleResponse<'listHistoryImports'>['apps']
  readonly outcome: Outcome | undefined
  readonly onOutcome: (outcome: Outcome | undefined) => void
}

/** An export as it is chosen, uploaded once, and sent to be looked at or imported. */
export function useImport({ apps, onOutcome }: Pick<ImportFormProps, 'apps' | 'onOutcome'>) {
  const [source, setSource] = useState<ImportSource>('mantle')
  const [files, setFiles] = useState<readonly File[]>([])
  const [uploadId, setUploadId] = useState<string>()
  const [draft, setDraft] = useState({ ...noDraft, appId: apps[0]?.id ?? '' })
  const [progress, setProgress] = useState('')
  const name = nameExport(source, files)
  const send = useMutation({
    mutationFn: async (isDryRun: boolean) => {
      const upload =
        uploadId ??
        (await uploadExport(toUploads(source, files), (part) => setProgress(`Uploading: ${percent(part)}`)))
      setUploadId(upload)
      const { appThere, everyPlan, ...rest } = draft
      const there = { source, appThere: appThere.trim() || null, everyPlanOf: toIds(everyPlan) }
      const body = { ...rest, ...there, uploadId: upload, name, isDryRun }
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
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen)
    setUploadId(undefined)
    onOutcome(undefined)
    send.reset()
  }
  const changeSource = (chosen: ImportSource) => {
    setSource(chosen)
    setDraft({ ...draft, appThere: '', everyPlan: '' })
    choose([])
  }
  return { source, changeSource, files, choose, draft, change, name, send, progress }
}

const percent = (part: number): string => `${Math.round(part * 100)} %`

const describe = (line: HistoryLine): string =>
  'step' in line ? `${historyStepTexts[line.step] ?? line.step}: ${line.done.toLocaleString('en')} rows` : ''

export const toIds = (text: string): readonly string[] => text.split(/[\s,]+/).filter((id) => id !== '')
