import { Button, CopyButton, VisuallyHidden } from '@mantine/core'

interface CopyProps {
  readonly text: string
  /** What is copied, where a screen has several such buttons. */
  readonly of?: string
}

/** A small button that copies a text. */
export function Copy({ text, of }: CopyProps) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="subtle" color="gray" size="compact-xs" flex="none" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
          {of !== undefined && <VisuallyHidden> {of.toLowerCase()}</VisuallyHidden>}
        </Button>
      )}
    </CopyButton>
  )
}
