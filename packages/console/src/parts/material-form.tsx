import type { CommandLine, ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { toWord } from '../to-word.ts'
import { Rejected } from './act.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

interface MaterialFormProps {
  readonly programId: string
  /** The material to change; undefined to add a new one. */
  readonly material?: ConsoleResponse<'listMaterials'>['items'][number]
  readonly close: () => void
}

/** What members are given to share, to be written: a text to copy, an address, or both. */
export function MaterialForm({ programId, material, close }: MaterialFormProps) {
  const queries = useQueryClient()
  // A form that is sent twice adds one.
  const [id] = useState(() => material?.id ?? crypto.randomUUID())
  const [title, setTitle] = useState(material?.title ?? '')
  const [words, setWords] = useState(material?.words ?? '')
  const [url, setUrl] = useState(material?.url ?? '')
  const content = { title, words: words.trim() || null, url: url.trim() || null }
  const save = useMutation({
    mutationFn: () =>
      material === undefined
        ? call('addMaterial', { id: programId, body: { id, ...content } })
        : call('changeMaterial', { id, body: content }),
    onSuccess: async ({ rejected }) => {
      if (rejected !== null) return
      close()
      await queries.invalidateQueries()
    },
  })
  const faults = save.error instanceof CallError ? save.error.faults : undefined
  return (
    <Form
      submit={() => save.mutate()}
      aria-label={material === undefined ? 'Add material' : `Change ${material.title}`}
    >
      <TextInput
        label="Title"
        placeholder="Short description"
        required
        maxLength={200}
        value={title}
        error={faults?.get('/title')}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Textarea
        label="Text to copy"
        rows={5}
        maxLength={4000}
        value={words}
        error={faults?.get('/words')}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <TextInput
        label="Address"
        description="Such as that of a logo or a listing. It begins with https://, and opens in another window."
        inputMode="url"
        value={url}
        error={faults?.get('/url')}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Group gap="sm">
        <Button
          type="submit"
          loading={save.isPending}
          disabled={content.words === null && content.url === null}
        >
          Share it
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
      <Rejected why={save.data?.rejected} />
      {save.error !== null && faults?.size === 0 && <Failure error={save.error} />}
      <SameAs command={toCommand(material === undefined ? programId : undefined, { ...content, id })} />
    </Form>
  )
}

interface Content {
  readonly id: string
  readonly title: string
  readonly words: string | null
  readonly url: string | null
}

/** To add with a program, to change without one. */
function toCommand(programId: string | undefined, { id, title, words, url }: Content): CommandLine {
  const isNew = programId !== undefined
  const toFlag = (name: string, value: string | null) => {
    if (value !== null) return ` --${name} ${toWord(value)}`
    return isNew ? '' : ` --no-${name}`
  }
  const content = `--title ${toWord(title || '<title>')}${toFlag('text', words)}${toFlag('url', url)}`
  return isNew ? `materials add --program ${programId} ${content}` : `materials update ${id} ${content}`
}
