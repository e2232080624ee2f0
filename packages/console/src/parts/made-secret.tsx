import { Button, Code, CopyButton, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface MadeSecretProps {
  readonly title: ReactNode
  /** The secret itself; null where it was made, and told, before. */
  readonly secret: string | null
  /** What to do with it, and what where it is not shown any more. */
  readonly hint: string
  readonly lost: string
  readonly copyName: string
  readonly dismiss: () => void
}

/** Shows a secret that was just made, this once. */
export function MadeSecret({ title, secret, hint, lost, copyName, dismiss }: MadeSecretProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <section ref={place} className="card" role="status" tabIndex={-1}>
      <Title order={2} size={16} mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {secret === null ? (
        <Text>{lost}</Text>
      ) : (
        <>
          <Text>{hint}</Text>
          <Group gap="sm" mt="sm">
            <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {secret}
            </Code>
            <CopyButton value={secret}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : copyName}</Button>}
            </CopyButton>
          </Group>
        </>
      )}
      <Button variant="default" mt="sm" onClick={dismiss}>
        {secret === null ? 'Close' : 'I have saved it'}
      </Button>
    </section>
  )
}

interface Made {
  readonly id: string
  /** Null where it was made, and told, before. */
  readonly secret: string | null
}

/**
 * Keeps what was just made until it is dismissed. A second press of the button is told of the same without its secret,
 * sooner or later than the first.
 */
export function useMade<Of extends Made>() {
  const [made, setMade] = useState<Of>()
  const show = (next: Of) =>
    setMade((before) => (before?.id === next.id && next.secret === null ? before : next))
  return { made, show, dismiss: () => setMade(undefined) }
}
