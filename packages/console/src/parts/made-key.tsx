import { Button, Code, CopyButton, Group, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** A key that was just made. */
export interface MadeKey {
  readonly id: string
  readonly name: string
  /** The key itself; null where it was made, and told, before. */
  readonly apiKey: string | null
}

interface NewKeyProps {
  readonly made: MadeKey
  readonly dismiss: () => void
}

/** Shows a key that was just made, this once. */
export function NewKey({ made: { name, apiKey }, dismiss }: NewKeyProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <section ref={place} className="card" role="status" tabIndex={-1}>
      <Title order={2} size={16} mb="xs">
        <bdi>{name}</bdi> was created{apiKey === null && ' before'}
      </Title>
      {apiKey === null ? (
        <Text>
          A key is shown once, when it is created, and kept nowhere. If nobody has saved this one, rotate it:
          its successor is shown.
        </Text>
      ) : (
        <>
          <Text>Copy the key to where it is used. It is not shown again.</Text>
          <Group gap="sm" mt="sm">
            <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {apiKey}
            </Code>
            <CopyButton value={apiKey}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy key'}</Button>}
            </CopyButton>
          </Group>
        </>
      )}
      <Button variant="default" mt="sm" onClick={dismiss}>
        {apiKey === null ? 'Close' : 'I have saved it'}
      </Button>
    </section>
  )
}
