import type { Command } from 'commander'

/** Writes the page in `docs/reference/` on the commands, from what they say of themselves. */
export function renderReference(program: Command): string {
  return [
    '# Commands',
    '<!-- Written by packages/operator/test/command-reference.test.ts. Run it with -u to update it. -->',
    `The output of \`${program.name()} --help\` and of \`--help\` after each command, on one page. [Operating](../guides/operating.md) and [Paying members](../guides/paying-members.md) show how to use them.`,
    `\`\`\`text\n${helpOf(program).split('Commands:')[0]?.trim()}\n\nSettings${helpOf(program).split('\nSettings')[1]?.trimEnd()}\n\`\`\``,
    ...program.commands.flatMap((command) => renderCommand(command, 2)),
  ]
    .join('\n\n')
    .concat('\n')
}

function renderCommand(command: Command, level: number): readonly string[] {
  const name = fullNameOf(command)
  const heading = `${'#'.repeat(level)} ${name}`
  if (command.commands.length > 0) {
    const parts = command.commands.flatMap((child) => renderCommand(child, level + 1))
    return [heading, toSentence(command.description()), ...parts]
  }
  const help = command.createHelp()
  const rows = [
    ...help
      .visibleArguments(command)
      .map((argument) => [argument.name(), help.argumentDescription(argument)]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((option) => [option.flags, help.optionDescription(option)]),
  ]
  const examples = helpOf(command).split('\nExamples:\n')[1]?.replaceAll(/^ {2}/gm, '').trimEnd()
  return [
    heading,
    toSentence(command.description()),
    `\`\`\`text\n${help.commandUsage(command)}\n\`\`\``,
    ...(rows.length === 0 ? [] : [toTable(rows)]),
    ...(examples === undefined ? [] : [`\`\`\`text\n${examples}\n\`\`\``]),
  ]
}

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 110 })
  command.outputHelp()
  return text
}

const fullNameOf = (command: Command): string =>
  command.parent?.parent ? `${fullNameOf(command.parent)} ${command.name()}` : command.name()

const toSentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.')

const toTable = (rows: readonly (readonly string[])[]): string =>
  [
    '| Argument or flag | Meaning |',
    '|---|---|',
    ...rows.map(([flags = '', meaning = '']) => `| \`${escapeBars(flags)}\` | ${escapeBars(meaning)} |`),
  ].join('\n')

const escapeBars = (text: string): string => text.replaceAll('|', '\\|')
