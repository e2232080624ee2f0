import type { CommandLine } from '@affiliate-platform/contract/console'
import { Button, Code, CopyButton, Group, Text } from '@mantine/core'

/** A text as one word of a command, as a shell reads it. */
export const toWord = (text: string): string =>
  /^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** A command as a shell runs it. */
export const toLine = (command: CommandLine): string => `npx @affiliate-platform/operator ${command}`

/** The command that does the same as the act beside it. */
export function SameAs({ command }: { readonly command: CommandLine }) {
  const line = toLine(command)
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          Same as:
        </Text>
        <CopyButton value={line}>
          {({ copied, copy }) => (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} p={8}>
        {line}
      </Code>
    </div>
  )
}
