import { Button, Code, CopyButton, Group, Text } from '@mantine/core'

/** The command that does the same as the act beside it. */
export function SameAs({ command }: { readonly command: string }) {
  const line = `npx @affiliate-platform/operator ${command}`
  return (
    <Group gap={8} wrap="nowrap" align="start">
      <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
        Same as:
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{line}</Code>
      <CopyButton value={line}>
        {({ copied, copy }) => (
          <Button variant="subtle" color="gray" size="compact-xs" style={{ flex: 'none' }} onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
