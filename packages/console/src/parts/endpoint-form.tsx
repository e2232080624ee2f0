import type { CommandLine, ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useActNames } from '../act-name.ts'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { toWord } from '../to-word.ts'
import { type Topic, topicNames } from '../webhook-texts.ts'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

/** An endpoint whose secret was just made. */
export interface MadeEndpoint {
  readonly id: string
  readonly url: string
  /** Null where it was made, and told, before. */
  readonly secret: string | null
}

interface EndpointFormProps extends Pick<ConsoleResponse<'listEndpoints'>, 'apps' | 'topics' | 'itemsMax'> {
  readonly onMade: (made: MadeEndpoint) => Promise<void>
  readonly cancel: () => void
}

/** A new endpoint: where, and of what it is told. */
export function EndpointForm({ apps, topics, itemsMax, onMade, cancel }: EndpointFormProps) {
  // One name for one endpoint: pressed twice, it is added once.
  const names = useActNames()
  const [url, setUrl] = useState('')
  const [appId, setAppId] = useState('')
  const [chosen, setChosen] = useState<readonly Topic[]>(topics.map(({ name }) => name))
  const offered = topics.filter(({ isOfApp }) => isOfApp || appId === '').map(({ name }) => name)
  const wanted = offered.filter((name) => chosen.includes(name))
  const add = useMutation({
    mutationFn: () => {
      const body = { url, appId: appId || null, topics: wanted }
      return call('addEndpoint', { idempotencyKey: names.nameOf(body), body })
    },
    onSuccess: async ({ endpoint }) => {
      if (endpoint !== null) await onMade({ ...endpoint, url })
      // Nothing was added under this name: the next press is another act.
      else names.forget()
    },
  })
  const faults = add.error instanceof CallError ? add.error.faults : undefined
  const isFull = add.data?.endpoint === null
  const error = isFull
    ? new Error(`There are ${itemsMax} endpoints, as many as there can be. Remove one first.`)
    : add.error
  return (
    <section className="card" aria-labelledby="new-endpoint">
      <Title order={2} size={16} id="new-endpoint" mb="sm">
        New endpoint
      </Title>
      <Form submit={() => add.mutate()} maw={640}>
        <TextInput
          label="Address"
          description="Where your receiver is, such as https://app.example.com/webhooks/affiliates"
          type="url"
          required
          maxLength={2000}
          value={url}
          error={faults?.get('/url')}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <NativeSelect
          label="App"
          value={appId}
          data={[
            { value: '', label: 'All apps, and payout runs' },
            ...apps.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => setAppId(currentTarget.value)}
        />
        <TopicsField offered={offered} wanted={wanted} error={faults?.get('/topics')} onChange={setChosen} />
        <Group gap="sm">
          <Button type="submit" loading={add.isPending}>
            Add endpoint
          </Button>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
        {error !== null && !faults?.size && <Failure error={error} />}
        {url !== '' && <SameAs command={toCommand({ url, appId, wanted, offered })} />}
      </Form>
    </section>
  )
}

interface TopicsFieldProps {
  readonly offered: readonly Topic[]
  readonly wanted: readonly Topic[]
  readonly error: string | undefined
  readonly onChange: (topics: readonly Topic[]) => void
}

function TopicsField({ offered, wanted, error, onChange }: TopicsFieldProps) {
  return (
    <Checkbox.Group
      label="It is told when"
      value={[...wanted]}
      error={error}
      onChange={(names) => onChange(offered.filter((name) => names.includes(name)))}
    >
      <Stack gap={4} mt={4}>
        {offered.map((name) => (
          <Checkbox key={name} value={name} label={topicNames[name]} description={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

interface Draft {
  readonly url: string
  readonly appId: string
  readonly wanted: readonly Topic[]
  readonly offered: readonly Topic[]
}

function toCommand({ url, appId, wanted, offered }: Draft): CommandLine {
  const words = [`--url ${toWord(url)}`]
  if (appId !== '') words.push(`--app ${appId}`)
  if (wanted.length < offered.length) words.push(`--topic ${wanted.join(' ')}`)
  return `webhooks add ${words.join(' ')}`
}
