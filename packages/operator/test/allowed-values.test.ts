import type { Argument, Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { buildProgram } from '../src/build-program.ts'
import { createCommandLine } from './command-line.ts'

// They take any text, such as a path, or are read together with others when the command runs: see the last test.
const free = new Set([
  ...[
    '--data-dir',
    '--file',
    '--dir',
    '--columns',
    '--contract',
    '--payouts',
    '--host',
    '--every-plan',
    '<file>',
    '<folder>',
  ],
  ...['--port', '--admin-port', '--from', '--to', '--posted-from', '--posted-to', '--status'],
])

const validatorWords =
  /^(?:\S+: )?(?:Invalid|Too (?:big|small)|Expected|Unrecognized|Required)\b|GUID|expected \w+ to/

/** Every option and argument that takes a value, with the command that it belongs to. */
function listTaken(
  command: Command,
  path = '',
): readonly (readonly [name: string, taken: Option | Argument])[] {
  const name = `${path} ${command.name()}`.trim()
  const options = command.options.filter(({ required, optional }) => required || optional)
  const own = [
    ...options.map((option) => [`${name} ${option.long}`, option] as const),
    ...command.registeredArguments.map((argument) => [`${name} <${argument.name()}>`, argument] as const),
  ]
  return [...own, ...command.commands.flatMap((child) => listTaken(child, name))]
}

const program = buildProgram({ env: {}, writeData: () => undefined, writeMessage: () => undefined })
const taken = listTaken(program)

/** What is told of a wrong value, or undefined where every value is taken. */
function reject({ parseArg }: Option | Argument, value: string): string | undefined {
  try {
    parseArg?.(value, undefined as never)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test.each(taken)('%s tells what it takes in place of a wrong value [D367]', (name, one) => {
  const told = reject(one, '\u0007')
  if (told === undefined) {
    expect(free).toContain(name.split(' ').at(-1))
    return
  }
  expect(told).not.toMatch(validatorWords)
  expect(told).toMatch(/\S+.*[.?]$/s)
})

test.each([
  ['payouts create --membership x --amount 1.00 --currency EURO', 'Did you mean EUR?'],
  [
    'payouts list --currency UDS',
    '--currency: A supported ISO 4217 settlement currency, such as USD. Did you mean USD?',
  ],
  ['payouts list --currency QQQ', '--currency: A supported ISO 4217 settlement currency, such as USD.\n'],
  ['payouts list --status paid', '--status: Unknown state.'],
  ['payouts list --from yesterday', '--from: A date such as 2026-05-31, or a date and time'],
  ['payouts list --to tomorrow', '--to: A date such as 2026-05-31, or a date and time'],
  ...['--posted-from', '--posted-to'].map((name): [string, string] => [
    `commissions list ${name} x`,
    `${name}: A date such as 2026-05-31, or a date and time with Z or an offset, such as 2026-05-31T00:00:00+02:00.\n`,
  ]),
  ['serve --port x', 'PORT: a port from 0 to 65535'],
  ['serve --admin-port x', 'ADMIN_PORT: a port from 0 to 65535'],
  ['keys create --name x --kind robot', 'Allowed choices are'],
])('%s is rejected before a database is opened [D367]', async (line, message) => {
  expect(await createCommandLine({}).rejection(line, 2)).toContain(message)
})
