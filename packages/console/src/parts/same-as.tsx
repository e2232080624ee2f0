import type { CommandLine } from '@affiliate-platform/contract/console'
import { Code, Group, Text } from '@mantine/core'
import { Copy } from './copy.tsx'

/** A command as a shell runs it. */
export const toLine = (command: CommandLine): string => `npx @affiliate-platform/operator ${command}`

/** The command that does the same as the act beside it. */
export function SameAs({ command }: { readonly command: CommandLine }) {
  return <ShellCommand title="Same as:" command={command} />
}

interface ShellCommandProps {
  readonly title: string
  readonly command: CommandLine
}

export function ShellCommand({ title, command }: ShellCommandProps) {
  const line = toLine(command)
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <Copy text={line} />
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} p={8}>
        {line}
      </Code>
    </div>
  )
}
