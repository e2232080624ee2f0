import { Argument, type Command } from 'commander'
import type { Terminal } from '../command-line/terminal.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** Adds `completion`: a script that a shell loads once. */
export function addCompletionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print a script that completes commands, flags and their values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  source <(affiliate-service completion bash)
  affiliate-service completion fish > ~/.config/fish/completions/affiliate-service.fish`,
    )
    .action((shell: (typeof shells)[number]) => {
      terminal.writeData(toScript[shell](listPlaces(program)))
    })
}

/** What may follow the words that lead to a command: names and flags, and behind a flag its values. */
interface Place {
  readonly path: string
  readonly words: readonly string[]
  readonly values: ReadonlyMap<string, readonly string[]>
}

function listPlaces(command: Command, path: readonly string[] = []): readonly Place[] {
  const flags = command.options.flatMap(({ long }) => (long === undefined ? [] : [long]))
  const names = command.commands.map((child) => child.name())
  const values = command.options.map(({ long, argChoices }) => [long ?? '', argChoices ?? []] as const)
  const place = {
    path: path.join(' '),
    words: [...names, ...flags, '--help'],
    values: new Map(values.filter(([, choices]) => choices.length > 0)),
  }
  return [place, ...command.commands.flatMap((child) => listPlaces(child, [...path, child.name()]))]
}

const toCase = (word: string, words: readonly string[]): string =>
  `    '${word}') words='${words.join(' ')}' ;;\n`

const toBash = (places: readonly Place[]): string => `_affiliate_service() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    path="\${path:+$path }$word"
  done
  case "$path" in
${places.map(({ path, words }) => toCase(path, words)).join('')}  esac
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${places.flatMap(({ path, values }) => [...values].map(([flag, words]) => toCase(`${path} ${flag}`, words))).join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _affiliate_service affiliate-service
`

const toFish = (places: readonly Place[]): string =>
  places
    .map(({ path, words, values }) => {
      const condition =
        path === ''
          ? '__fish_use_subcommand'
          : `string match -q "affiliate-service ${path} *" (commandline -cp)`
      const begin = `complete -c affiliate-service -f -n '${condition}'`
      const ofFlags = [...values].map(
        ([flag, choices]) => `${begin} -l ${flag.slice(2)} -x -a '${choices.join(' ')}'\n`,
      )
      return [`${begin} -a '${words.join(' ')}'\n`, ...ofFlags].join('')
    })
    .join('')

const toScript: Readonly<Record<(typeof shells)[number], (places: readonly Place[]) => string>> = {
  bash: toBash,
  // zsh runs bash's own completions.
  zsh: (places) => `autoload -U +X bashcompinit && bashcompinit\n${toBash(places)}`,
  fish: toFish,
}
