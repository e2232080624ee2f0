import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, runCommand } from '@affiliate-platform/test-support/service-process'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameCommand } from '../src/command-line/command-name.ts'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'
const folder = makeFolder()

afterAll(() => folder.remove())

describe.skipIf(!enginesAtHand.includes('postgres'))('the acts of a day, on a real Postgres', () => {
  let env: Readonly<Record<string, string>>
  let line: CommandLine
  const ids: Record<'workspace' | 'app' | 'program' | 'group' | 'membership', string> = {
    ...{ workspace: '', app: '', program: '', group: '', membership: '' },
  }

  beforeAll(async () => {
    env = { DATABASE_URL: await createEmptyDatabase(), XDG_CONFIG_HOME: folder.path }
    line = createCommandLine(env)
    await line.value('migrate')
    ids.workspace = await line.value('workspaces create --name Ours')
    ids.app = await line.value('apps create --name Reviews')
    ids.program = await line.value('programs create --name Partners')
    ids.group = await line.value(`groups create --program ${ids.program} --name Gold`)
    ids.membership = await line.value(
      `memberships create --program ${ids.program} --group ${ids.group} --name Harbour`,
    )
  })

  const writeTerms = (body: object): string => {
    const file = join(folder.path, `${crypto.randomUUID()}.json`)
    writeFileSync(file, JSON.stringify(body))
    return file
  }

  test('a membership is suspended, closed and reopened, each once, with its reason [D139]', async () => {
    const { membership } = ids
    const suspend = `memberships suspend ${membership} --as mia --reason`
    expect((await line.run(suspend, 'Documents missing')).stderr).toBe(
      'Membership Harbour is now suspended.\n',
    )
    expect((await line.run(suspend, 'Documents missing')).stderr).toContain('nothing was changed')
    const suspended = [{ id: membership, status: 'suspended' }]
    expect(await line.json('memberships list --status suspended')).toMatchObject(suspended)
    expect(await line.json('memberships list --status active')).toEqual([])
    expect(await line.rejection('memberships list --status suspend', 2)).toContain(
      'suspended, closed, active',
    )
    const refer = `referrals create --membership ${membership} --shop a.myshopify.com --installed-at 2026-01-31T00:00:00Z`
    expect(await line.rejection(refer, 1)).toContain('memberships reopen')

    await line.value(`memberships close ${membership} --reason Left`)
    await line.value(`memberships reopen ${membership} --reason Back`)
    expect(await line.json('audit list --subject membership_state')).toMatchObject([
      { subjectId: membership },
      {},
      { actor: 'operator:mia' },
    ])
    expect(await line.rejection(`memberships close ${ids.program} --reason x`, 1)).toContain(
      'no membership with this id. It is the id of a program (Partners)',
    )
  })

  test('a program is renamed, and takes no members while it is closed [D139]', async () => {
    const { program } = ids
    await line.value(`programs rename ${program} --name Agencies`)
    const create = `memberships create --program ${program} --name Late`
    await line.value(`programs close ${program} --reason Sold`)
    expect(await line.json('programs list')).toMatchObject([
      { name: 'Agencies', closedAt: expect.any(String) },
    ])
    expect(await line.rejection(create, 1)).toContain('it is closed')
    await line.value(`programs reopen ${program}`)
    await line.value(create)
    expect(await line.rejection(`programs close ${unknownId} --reason Sold`, 1)).toContain(
      'no program with this id',
    )
  })

  test('a workspace is renamed', async () => {
    await line.value(`workspaces rename ${ids.workspace} --name`, 'Bright Apps')
    expect(await line.json('workspaces list')).toMatchObject([{ name: 'Bright Apps' }])
    expect(await line.rejection(`workspaces rename ${unknownId} --name x`, 1)).toContain('no such workspace')
  })

  test('a run is as of the day as it begins in the workspace’s time zone, and a program has a pay day [D355]', async () => {
    const { program, workspace } = ids
    const readAsOf = async () => Object(await line.json('payouts preview --as-of 2026-04-01')).asOf
    expect(await readAsOf()).toBe('2026-04-01T00:00:00.000Z')
    await line.value(`workspaces update ${workspace} --time-zone europe/berlin`)
    expect(await readAsOf()).toBe('2026-03-31T22:00:00.000Z')
    expect(await line.json('workspaces list')).toMatchObject([{ timeZone: 'Europe/Berlin' }])
    expect(await line.rejection(`workspaces update ${workspace} --time-zone Berlin`, 1)).toContain(
      'no such time zone',
    )
    expect(await line.rejection(`workspaces update ${workspace}`, 2)).toContain('Say what to change')
    await line.value(`workspaces update ${workspace} --time-zone UTC --payee-hold-days 30`)
    expect(await line.json('workspaces list')).toMatchObject([{ timeZone: 'UTC', payeeHoldDays: 30 }])
    expect(await line.rejection(`workspaces update ${workspace} --payee-hold-days 31`, 2)).toContain(
      'from 0 to 30',
    )
    await line.value(`workspaces update ${workspace} --payee-hold-days 3`)

    await line.value(`programs update ${program} --pay-day 15`)
    expect(await line.json('programs list')).toMatchObject([{ payDay: 15 }])
    await line.value(`programs update ${program} --no-pay-day`)
    expect(await line.json('programs list')).toMatchObject([{ payDay: null }])
    expect(await line.rejection(`programs update ${program} --pay-day 32`, 2)).toContain('from 1 to 31')
  })

  test('terms are checked in two steps, compared with those that apply, and saved for all three [4.1-1] [D57]', async () => {
    const { program, group, membership } = ids
    const file = writeTerms({ rules: buildRules({ rateBps: 1000 }) })
    expect((await line.run(`terms set --program ${program} --file ${file}`)).stderr).toMatch(
      /^No terms are in force yet\. The new ones:\n {2}rate: 10 % of net\n/,
    )

    const other = writeTerms({ rules: buildRules({ rateBps: 2000, holdDays: 15 }) })
    const dry = await line.run(`terms set ${membership} --file ${other} --dry-run`)
    expect(dry).toMatchObject({ exitCode: 0, stdout: '' })
    expect(dry.stderr).toMatch(
      /^Compared with the terms in force:\n {2}rate: 10 % of net → 20 % of net\n {2}hold days: 14 → 15\nThey would apply from .* Nothing was saved\.\n$/,
    )
    expect(await line.json(`terms history ${membership}`)).toEqual([])
    await line.value(`terms set --group ${group} --file ${other}`)
    await line.value(`terms set ${membership} --file ${file}`)
    expect(await line.json(`terms history --group ${group}`)).toMatchObject([{ rules: { rateBps: 2000 } }])
    expect((await line.run(`terms set ${membership} --file ${file}`)).stderr).toContain('nothing differs')

    const shapeless = writeTerms({ rules: { ...buildRules(), rateBps: 'much' } })
    expect(await line.rejection(`terms set ${membership} --file ${shapeless}`, 1)).toContain('/rules/rateBps')
    const { cpi: _cpi, ...others } = buildRules()
    const misspelt = writeTerms({ rules: { ...others, cpi: null, holdDay: 30 } })
    const message = await line.rejection(`terms set ${membership} --file ${misspelt}`, 1)
    expect(message).toContain('/rules/cpi: An object.\n')
    expect(message).toContain('\n  cpi: Install reward. The amount "0" switches it off.\n')
    expect(message).toContain('\n  holdDay: Did you mean holdDays?\n')
    expect(message).toContain('affiliate-service terms template prints a valid file')

    const template = await line.run('terms template')
    expect(await line.run('terms template --data-dir nowhere')).toEqual(template)
    expect(template.stderr).toContain('\ndurationMonths: For how many months sales earn')
    const started = writeTerms(JSON.parse(template.stdout))
    expect(await line.json(`terms set ${membership} --file ${started} --dry-run`)).toMatchObject({ id: null })
    const broken = writeTerms({ rules: buildRules({ includedSaleKinds: [] }) })
    expect(await line.rejection(`terms set --program ${program} --file ${broken}`, 1)).toContain(
      'break business rules',
    )
    expect(await line.rejection(`terms set --file ${file}`, 2)).toContain('Say whose terms')
    expect(await line.rejection(`terms set ${membership} --group ${group} --file ${file}`, 2)).toContain(
      'Say whose terms',
    )
  })

  test('a rejected claim names what forbids it, a contract is a claim [2.2-allowManualClaims]', async () => {
    const { group, membership } = ids
    const refer = () =>
      `referrals create --membership ${membership} --shop claimed.myshopify.com --reason mail --installed-at ${new Date().toISOString()}`
    const contract = `--contract ${writeTerms({ rules: buildRules() })}`
    expect(await line.rejection(`${refer()} ${contract} --evidence analytics`, 1)).toContain(
      '--evidence: With --contract the evidence is a claim',
    )
    await line.value(`memberships move ${membership} --group ${group}`)
    await line.value(`groups update ${group} --allow-manual-claims no`)
    const byGroup = "The membership's group does not allow manual claims"
    expect(await line.rejection(`${refer()} --evidence claim`, 1)).toContain(byGroup)
    expect(await line.rejection(`${refer()} ${contract}`, 1)).toContain(byGroup)
    await line.value(`memberships update ${membership} --allow-manual-claims no`)
    const byMembership = 'The membership does not allow manual claims'
    expect(await line.rejection(`${refer()} --evidence claim`, 1)).toContain(byMembership)
    expect(await line.rejection(`${refer()} ${contract}`, 1)).toContain(byMembership)
    await line.value(`memberships update ${membership} --allow-manual-claims inherit`)
    await line.value(`groups update ${group} --allow-manual-claims inherit`)
    const terms = writeTerms({ rules: buildRules({ allowManualClaims: false }) })
    await line.value(`terms set ${membership} --file ${terms}`)
    expect(await line.rejection(`${refer()} --evidence claim`, 1)).toContain(
      'The terms do not allow manual claims',
    )
    expect(await line.json(`${refer()} ${contract}`)).toMatchObject({ evidence: 'claim' })
  })

  test('a suspended membership that is let into runs is reported as still suspended [D139]', async () => {
    const { membership } = ids
    await line.value(`memberships suspend ${membership} --reason documents`)
    expect((await line.run(`payouts include ${membership} --reason complete`)).stderr).toBe(
      'The membership is no longer excluded, but still suspended: see memberships reopen.\n',
    )
    await line.value(`memberships reopen ${membership} --reason complete`)
    expect((await line.run(`payouts include ${membership} --reason complete`)).stderr).toBe(
      'The membership is in payout runs again.\n',
    )
  })

  test('a confirmation of an operator is retracted [D138]', async () => {
    const amount = '--amount 10.00 --currency USD'
    const payout = await line.value(`payouts create --membership ${ids.membership} ${amount}`)
    const report = await line.value(`payouts report ${payout} ${amount} --method sepa`)
    const confirmation = await line.value(`payouts confirm ${report} ${amount}`)
    const retract = `payouts retract-confirmation ${confirmation} --reason Slip`
    expect((await line.run(retract)).stderr).toContain('The payout is now reported')
    expect((await line.run(retract)).stderr).toContain('This is already recorded')
    expect((await line.run(`payouts show ${payout}`)).stdout).toContain(
      `retracted confirmation ${confirmation}`,
    )
    expect(await line.rejection(`payouts retract-confirmation ${report} --reason x`, 1)).toContain(
      'no confirmation with this id. It is the id of a report',
    )
    expect((await line.run('balances --currency USD')).stderr).toBe(
      'Total in USD: due 0.00 USD, unpaid 0.00 USD.\n',
    )
  })

  test('a refused retraction names who confirmed, when, how much, and what comes first [D187]', async () => {
    const amount = '--amount 10.00 --currency USD'
    const payout = await line.value(`payouts create --membership ${ids.membership} ${amount}`)
    const report = await line.value(`payouts report ${payout} ${amount} --method sepa`)
    const confirmation = await line.value(`payouts confirm ${report} --amount 7.50 --currency USD --as ben`)
    const confirmed = new RegExp(
      `^operator:ben confirmed 7\\.50 USD at 20\\S+Z \\(confirmation ${confirmation}\\)\\. `,
    )
    const takeBack = `payouts retract-confirmation ${confirmation}, payouts retract ${report}`
    const returns = `If the bank has returned the money, record that: payouts return ${report}.`
    const retracting = await line.rejection(`payouts retract ${report} --reason Slip`, 1)
    expect(retracting).toMatch(confirmed)
    expect(retracting).toContain(`in this order, each with a reason: ${takeBack}. ${returns}`)
    expect(await line.rejection(`payouts void ${payout} --reason Slip`, 1)).toContain(
      `${takeBack}, payouts void ${payout}. ${returns}`,
    )

    const back = `payouts return ${report} --reference R-77 --reason Closed`
    expect((await line.run(back)).stderr).toBe('The payout is now unreported; unpaid: 10.00 USD.\n')
    expect((await line.run(back)).stderr).toContain('This is already recorded')
    expect(await line.rejection(`payouts retract ${report} --reason Slip`, 1)).toContain(
      'The bank has returned this payment.',
    )
    expect((await line.run(`payouts void ${payout} --reason Slip`)).stderr).toContain('is now voided')
  })

  test('a key is only rotated and revoked in the workspace that is named', async () => {
    const { id } = Object(await line.json('keys create --name Reports'))
    const there = `--workspace ${unknownId}`
    expect(await line.rejection(`keys rotate ${id} ${there}`, 1)).toContain('no such key')
    expect(await line.rejection(`keys revoke ${id} ${there}`, 1)).toContain('no such key')
    await line.value(`keys rotate ${id} --workspace ${ids.workspace} --overlap 0s`)
    await line.value(`keys revoke ${id} --workspace ${ids.workspace}`)
  })

  test('a context is kept for the commands that name no workspace and no app, until it is cleared [D126]', async () => {
    const other = await line.value('workspaces create --name Other')
    expect(await line.rejection('apps list', 1)).toContain('context use')
    expect(await line.rejection(`context use ${unknownId}`, 1)).toContain('no such workspace')
    expect(await line.rejection(`context use ${other} --app ${ids.app}`, 1)).toContain('no such app')

    await line.value(`context use ${ids.workspace} --app ${ids.app}`)
    const context = { AFFILIATE_WORKSPACE: ids.workspace, AFFILIATE_APP: ids.app }
    expect(await line.json('context show')).toEqual(context)
    expect((await line.run('context show')).stdout).toBe(
      `AFFILIATE_WORKSPACE=${ids.workspace}\nAFFILIATE_APP=${ids.app}\n`,
    )
    const inContext = await runCommand(['apps', 'list', '--json'], { env })
    expect(JSON.parse(inContext.stdout)).toMatchObject([{ id: ids.app }])
    const nearer = { ...env, AFFILIATE_WORKSPACE: other }
    expect((await runCommand(['apps', 'list', '--json'], { env: nearer })).stdout).toBe('[]\n')

    const file = join(folder.path, 'affiliate-platform', 'context.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(context)

    // Its app is none of another workspace that a command names.
    const elsewhere = await runCommand(['payouts', 'list', '--workspace', other], { env })
    expect(elsewhere).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('has no app yet') })
    for (const [stale, command, words] of [
      [{ AFFILIATE_WORKSPACE: unknownId }, 'apps list', 'a workspace .* \\(see workspaces list\\)'],
      [{ ...context, AFFILIATE_APP: unknownId }, 'payouts list', 'an app .* \\(see apps list\\)'],
    ] as const) {
      writeFileSync(file, JSON.stringify(stale))
      const { exitCode, stderr } = await runCommand(command.split(' '), { env })
      expect(exitCode).toBe(1)
      expect(stderr).toMatch(new RegExp(`^The saved context names ${words}, .* context clear\\.\\n$`))
    }
    await line.value('context clear')
    expect(existsSync(file)).toBe(false)
    expect(await line.json('context show')).toBeNull()
    expect((await runCommand(['apps', 'list'], { env })).exitCode).toBe(1)
  })
})

test('the command is printed by its full name where it is no checkout [D78]', () => {
  expect(nameCommand(new URL('../', import.meta.url))).toBe('affiliate-service')
  expect(nameCommand(new URL(`file://${folder.path}/`))).toBe('npx @affiliate-platform/operator')
})
