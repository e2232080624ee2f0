import { Argument, type Command } from 'commander'
import type { Terminal } from '../command-line/terminal.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** Adds `completion`: a script that a shell loads once. */
export function addCompletionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print a script that completes commands and flags in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  source <(affiliate-service completion bash)
  affiliate-service completion fish > ~/.config/fish/completions/affiliate-service.fish`,
    )
    .action((shell: (typeof shells)[number]) => {
      terminal.writeData(toScript[shell](listWords(program)))
    })
}

/** The words that may follow a command, by the words that lead to it. */
type Words = ReadonlyMap<string, readonly string[]>

function listWords(command: Command, path: readonly string[] = []): Words {
  const flags = command.options.flatMap(({ long }) => (long === undefined ? [] : [long]))
  const names = command.commands.map((child) => child.name())
  return new Map([
    [path.join(' '), [...names, ...flags, '--help']],
    ...command.commands.flatMap((child) => [...listWords(child, [...path, child.name()])]),
  ])
}

const toCases = (words: Words): string =>
  [...words].map(([path, next]) => `    '${path}') words='${next.join(' ')}' ;;`).join('\n')

const toBash = (words: Words): string => `_affiliate_service() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    path="\${path:+$path }$word"
  done
  case "$path" in
${toCases(words)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _affiliate_service affiliate-service
`

const toFish = (words: Words): string =>
  [...words]
    .map(([path, next]) => {
      const condition =
        path === ''
          ? '__fish_use_subcommand'
          : `string match -q "affiliate-service ${path} *" (commandline -cp)`
      return `complete -c affiliate-service -f -n '${condition}' -a '${next.join(' ')}'\n`
    })
    .join('')

const toScript: Readonly<Record<(typeof shells)[number], (words: Words) => string>> = {
  bash: toBash,
  // zsh runs bash's own completions.
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${toBash(words)}`,
  fish: toFish,
}
