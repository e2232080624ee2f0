import { Group, Text, Title } from '@mantine/core'
import type { ImportSource } from '../import-sources.ts'
import { useRefusal } from '../session.ts'
import { toWord } from '../to-word.ts'
import { Rejected } from './act.tsx'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { ImportFrom } from './import-from.tsx'
import { type ImportDraft, ImportInto } from './import-into.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'
import { type ImportFormProps, toIds, useImport } from './use-import.ts'

/** What was saved from another platform: looked at first, then imported by a second press. */
export function ImportForm({ apps, outcome, onOutcome }: ImportFormProps) {
  const refusal = useRefusal('workspace:manage')
  const { source, changeSource, files, choose, draft, change, name, send, progress } = useImport({
    apps,
    onOutcome,
  })
  const rejected = send.data !== undefined && 'rejected' in send.data ? send.data.rejected : undefined
  const isReady = files.length > 0 && !send.isPending
  const isChecked = outcome !== undefined && outcome.importId === null
  return (
    <section className="card first" aria-labelledby="import">
      <Form submit={() => send.mutate(true)}>
        <Title order={2} size={16} id="import">
          Import from another platform
        </Title>
        <ImportFrom source={source} onSource={changeSource} onFiles={choose} />
        <ImportInto apps={apps} draft={draft} change={change} source={source} />
        <Group gap="sm">
          <ActButton
            type="submit"
            variant={isChecked ? 'default' : 'filled'}
            loading={send.isPending && send.variables}
            isRefused={refusal !== undefined}
            disabled={!isReady}
            aria-describedby={refusal === undefined ? undefined : 'import-refusal'}
          >
            Check export
          </ActButton>
          {isChecked && !outcome.isKnown && (
            <ActButton
              loading={send.isPending && !send.variables}
              isRefused={refusal !== undefined}
              disabled={!isReady}
              onClick={() => send.mutate(false)}
            >
              Import
            </ActButton>
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
        <SameAs command={toCommand(draft, { source, name })} />
      </Form>
    </section>
  )
}

function toCommand(
  { cutOver, currency, appThere, everyPlan }: ImportDraft,
  { source, name }: { readonly source: ImportSource; readonly name: string },
) {
  const app = appThere.trim() === '' ? '' : ` --${source}-app ${toWord(appThere.trim())}`
  const programs = toIds(everyPlan).map((id) => ` --every-plan ${toWord(id)}`)
  return `import ${source} ${toWord(name)} --cut-over ${cutOver || '2026-08-14'} --currency ${currency || 'USD'}${app}${programs.join('')}` as const
}
