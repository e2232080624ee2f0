import { execFileSync } from 'node:child_process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatTime } from '../src/command-line/format-time.ts'
import { runCommand } from '../src/run-command.ts'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('lists on a real Postgres', () => {
  let line: CommandLine
  let env: Readonly<Record<string, string>>
  let payout: string
  let membership: string

  beforeAll(async () => {
    env = { DATABASE_URL: await createEmptyDatabase() }
    line = createCommandLine(env)
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    await line.value('apps create --name Reviews')
    const program = await line.value('programs create --name Partners')
    membership = await line.value(`memberships create --program ${program} --name`, '=HYPERLINK("http://x")')
    payout = await line.value(`payouts create --membership ${membership} --amount 125.00 --currency USD`)
    await line.value(`payouts report ${payout} --amount 50.00 --currency USD --method sepa --reference 7XK2`)
  })

  /** Runs a command as on a screen of so many characters a line. */
  async function runOnScreen(columns: number, args: readonly string[]) {
    const output = { stdout: '', stderr: '' }
    const exitCode = await runCommand(args, {
      env,
      columns,
      writeData: (text) => {
        output.stdout += text
      },
      writeMessage: (text) => {
        output.stderr += text
      },
    })
    expect(exitCode).toBe(0)
    return output
  }

  test('name who is paid, and what was reported and confirmed', async () => {
    expect(await line.json('payouts list')).toMatchObject([
      { payee: '=HYPERLINK("http://x")', program: 'Partners', reportedMinor: '5000', confirmedMinor: '0' },
    ])
    const { stdout } = await line.run('payouts list')
    expect(stdout).toContain('50.00 USD')
  })

  test.each([60, 80, 120])('fit a screen of %i characters and say what is left out', async (columns) => {
    for (const args of [
      ['payouts', 'list'],
      ['terms', 'history', membership],
      ['keys', 'list'],
    ]) {
      const { stdout } = await runOnScreen(columns, args)
      for (const row of stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(columns)
    }
    const { stdout, stderr } = await runOnScreen(columns, ['payouts', 'list'])
    expect(stdout).toContain(payout.slice(-8))
    expect(stderr).toMatch(/^Not shown: .*membership id\. Use -o wide, --columns, --csv or --json\.\n$/)
  })

  test('show the columns that are asked for, and help with a misspelt one', async () => {
    const { stdout } = await line.run('payouts list --columns payee,created_at,id')
    expect(stdout.split('\n')[0]).toMatch(/^payee +created at +id$/)
    expect(await line.rejection('payouts list --columns paye', 2)).toMatch(
      /Did you mean payee\? Columns: id, payee, status, amount, .*\.\n$/,
    )
  })

  test('open in a spreadsheet without running a formula', async () => {
    const { stdout } = await line.run('payouts list --csv --columns payee,amount,currency')
    expect(stdout).toBe(`payee,amount,currency\r\n"'=HYPERLINK(""http://x"")",125.00,USD\r\n`)
    expect(await line.rejection('payouts list --csv --json', 2)).toContain('different formats')
  })

  test('reject a state that no payout can have, with the one that is near [D68]', async () => {
    expect(await line.rejection('payouts list --status partialy_reported', 2)).toContain(
      'Did you mean partially_reported?',
    )
  })

  test('a payout is a card, with times exact and relative', async () => {
    const { stdout } = await line.run(`payouts show ${payout}`)
    expect(stdout).toMatch(/^payee +=HYPERLINK/m)
    expect(stdout).toMatch(/^created at +\S+Z \(just now\)$/m)
  })

  test('an id of another kind is distinguished from an unknown one', async () => {
    expect(await line.rejection(`payouts confirm ${payout} --amount 1.00 --currency USD`, 1)).toContain(
      'It is the id of a payout',
    )
    expect(await line.rejection(`payouts show ${membership}`, 1)).toContain('It is the id of a membership')
  })

  test('find says what an id is, and which command shows more', async () => {
    expect(await line.json(`find ${payout}`)).toMatchObject([{ kind: 'payout', id: payout }])
    expect((await line.run(`find ${payout}`)).stderr).toBe(`More: affiliate-service payouts show ${payout}\n`)
    expect((await line.run('find nobody@example.com')).exitCode).toBe(1)
  })

  test('a payment in the future or already reported, and a second dispute, need --yes; a void is rejected while a report stands', async () => {
    const report = `payouts report ${payout} --amount 1.00 --currency USD --method sepa`
    expect(await line.rejection(`${report} --paid-at 2099-01-01T00:00:00Z`, 1)).toContain('is in the future')
    const double = await line.run(`${report} --reference 7XK2`)
    expect(double).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already been reported') })
    await line.value(`${report} --reference 7XK2 --yes`)

    const reported = await line.value(`${report} --reference 8XK2`)
    const dispute = `payouts dispute ${reported} --reason Missing`
    const first = await line.value(dispute)
    expect(await line.value(`${dispute} --id ${first}`)).toBe(first)
    expect((await line.run(dispute)).stderr).toContain(`dispute ${first} is open`)
    await line.value(`payouts close-dispute ${await line.value(`${dispute} --yes`)} --resolution Twice`)

    const voided = await line.run(`payouts void ${payout} --reason`, 'A slip')
    expect(voided).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('report') })
  })
})

test.each([
  ['2026-05-01T10:00:00Z', '2026-05-01T10:00:30Z', 'just now'],
  ['2026-05-01T10:00:00Z', '2026-05-04T11:00:00Z', '3 days ago'],
  ['2027-05-01T10:00:00Z', '2026-05-01T10:00:00Z', 'in 1 year'],
])('a time is exact and relative: %s seen at %s', (time, now, words) => {
  expect(formatTime(new Date(time), new Date(now))).toBe(`${new Date(time).toISOString()} (${words})`)
})

test.each(['bash', 'zsh', 'fish'])(
  'completion prints a script for %s that names commands and flags',
  async (shell) => {
    const { exitCode, stdout } = await createCommandLine({}).run(`completion ${shell}`)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('payouts')
    expect(stdout).toContain('--membership')
  },
)

test.each([
  [
    'payouts list --status ',
    'voided disputed unreported partially_reported reported partially_confirmed confirmed',
  ],
  ['payouts list --status par', 'partially_reported partially_confirmed'],
  ['keys create --name Shop --kind a', 'affiliate'],
  ['payouts vo', 'void'],
])('completion in bash: %sis completed by %s', async (line, expected) => {
  const { stdout: script } = await createCommandLine({}).run('completion bash')
  const words = ['affiliate-service', ...line.split(' ')]
  const complete = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
_affiliate_service
printf '%s\\n' "\${COMPREPLY[*]}"`
  expect(execFileSync('bash', ['-c', complete], { encoding: 'utf8' })).toBe(`${expected}\n`)
})

test.each(['serve', 'migrate', 'payouts list', 'doctor --offline'])(
  '%s without a database names both choices and creates nothing [D70]',
  async (command) => {
    expect(await createCommandLine({}).rejection(command, 2)).toMatch(/DATABASE_URL .*--data-dir/)
  },
)
