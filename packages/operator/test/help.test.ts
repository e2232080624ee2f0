import { commandNames } from '@affiliate-platform/contract/console'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { buildProgram } from '../src/build-program.ts'
import { createCommandLine } from './command-line.ts'

const silent = { env: {}, writeData: () => undefined, writeMessage: () => undefined }

/** Every command that does something, with its whole name. */
function leaves(command: Command, path = ''): readonly (readonly [name: string, command: Command])[] {
  return command.commands.flatMap((child) => {
    const name = `${path} ${child.name()}`.trim()
    return child.commands.length === 0 ? [[name, child] as const] : leaves(child, name)
  })
}

const commands = leaves(buildProgram(silent))
const { run } = createCommandLine({})

test('has the commands that running a platform takes [D47]', () => {
  expect(commands.map(([name]) => name)).toEqual([
    ...['dev', 'serve', 'migrate', 'seed', 'doctor', 'backup', 'restore', 'move', 'distribute'],
    ...['workspaces create', 'workspaces rename', 'workspaces update'],
    'workspaces list',
    ...['apps create', 'apps update', 'apps list', 'apps setup-code'],
    ...['keys create', 'keys list', 'keys rotate', 'keys revoke'],
    ...['accounts invite', 'accounts list', 'accounts grant', 'accounts revoke', 'accounts link'],
    'accounts mail-link',
    ...[
      'accounts end-sessions',
      'accounts erase',
      ...['accounts change-address', 'accounts keep-address', 'accounts addresses'],
      'accounts passkeys',
      'accounts remove-passkey',
      'programs create',
      'programs rename',
    ],
    'programs update',
    ...[
      'programs close',
      'programs reopen',
      'programs show',
      'programs list',
      'groups create',
      'groups update',
      'groups show',
    ],
    ...['groups list', 'memberships create', 'memberships update', 'memberships move'],
    ...[
      'memberships suspend',
      'memberships close',
      'memberships reopen',
      'memberships invite',
      'memberships people',
      'memberships link',
      'memberships mail-link',
      'memberships remove-person',
      'memberships erase',
      'memberships show',
      'memberships list',
      'invitations send',
      'invitations list',
      'invitations withdraw',
      'applications list',
      'applications approve',
      'applications decline',
      'materials add',
      'materials update',
      'materials remove',
      'materials list',
      'terms template',
      'terms set',
    ],
    ...[
      'terms history',
      'links create',
      'links list',
      'links clicks',
      'referrals create',
      'referrals list',
      'referrals show',
    ],
    ...[
      'referrals void',
      'attribution coverage',
      'attribution cases',
      'attribution decide',
      'attribution claim',
      'attribution query',
      'attribution import',
      'attribution undo',
    ],
    ...[
      'contracts propose',
      'contracts review',
      'import mantle',
      'import partnerdex',
      'import list',
      'import undo',
      'import set-aside',
      'sales connect',
    ],
    ...[
      'sales import',
      'sales status',
      'sales set-aside',
      'sales move',
      'sales reconcile',
      'sales reencrypt',
      'transactions list',
      'transactions link',
      'transactions unlink',
      'transactions links',
      'commissions list',
      'commissions verify',
    ],
    ...['commissions show', 'debts list', 'debts write-off', 'debts repaid', 'debts deduct', 'debts undo'],
    ...['payees set', 'payees show', 'payouts preview', 'payouts run'],
    ...[
      'payouts runs list',
      'payouts runs show',
      'payouts exclude',
      'payouts include',
      'payouts exclusions',
      'payouts export',
    ],
    ...['payouts import-results', 'payouts create', 'payouts list', 'payouts show'],
    ...['payouts report', 'payouts confirm', 'payouts retract'],
    ...['payouts return', 'payouts retract-confirmation', 'payouts dispute'],
    ...['payouts close-dispute', 'payouts void', 'balances', 'explain payout'],
    ...['explain commission', 'explain shop', 'contacts list', 'contacts erase'],
    ...[
      'receipts list',
      'webhooks add',
      'webhooks list',
      'webhooks rotate',
      'webhooks disable',
      'webhooks enable',
      'webhooks remove',
    ],
    ...[
      'webhooks test',
      'webhooks deliveries',
      'webhooks repeat',
      'webhooks repeat-failed',
      'webhooks listen',
      ...['mail list', 'mail repeat', 'mail test'],
    ],
    ...['audit list', 'audit repair-anchoring', 'verify', 'tombstones list', 'tombstones apply', 'find'],
    ...['context use', 'context show', 'context clear', 'completion'],
  ])
})

test.each(commands)('shows %s at work, with flags that it has', async (name, command) => {
  const { exitCode, stdout } = await run(`${name} --help`)

  expect(exitCode).toBe(0)
  const examples = stdout.split('Examples:')[1]?.match(/affiliate-service .*/g) ?? []
  expect(examples.length).toBeGreaterThan(0)
  const known = command.options.map(({ long }) => long)
  for (const example of examples) {
    expect(example).toMatch(new RegExp(`affiliate-service ${name}\\b`))
    for (const [flag] of example.matchAll(/--[a-z-]+/g)) expect(known).toContain(flag)
  }
})

test.each(commands.filter(([name]) => !['serve', 'completion', 'attribution query'].includes(name)))(
  'prints JSON with %s --json',
  (_name, command) => {
    expect(command.options.map(({ long }) => long)).toContain('--json')
  },
)

test('says which flags are required [D47]', async () => {
  const { stdout } = await run('keys create --help')

  expect(stdout).toMatch(/--name <name> +what to call it in lists\s+\(required\)/)
  expect(stdout.match(/\(required\)/g)).toHaveLength(1)
})

test('helps with a command by its whole name', async () => {
  const asked = await run('help keys create')

  expect(asked).toEqual(await run('keys create --help'))
  expect(asked.stdout).toContain('--scope')
})

test('leads from a mistake to the help of the very command', async () => {
  const rejected = await run('workspaces create')

  expect(rejected).toMatchObject({ exitCode: 2, stdout: '' })
  expect(rejected.stderr).toContain('Run affiliate-service workspaces create --help')
})

test('rejects an unknown command of a group as wrong usage', async () => {
  expect(await run('payouts pay')).toMatchObject({ exitCode: 2, stdout: '' })
})

test('has every command that others lead to [D340]', () => {
  const known = commands.map(([name]) => name)
  expect(commandNames.filter((name) => !known.includes(name))).toEqual([])
})
