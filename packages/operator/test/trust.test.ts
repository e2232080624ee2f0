import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { anchorFacts } from '@affiliate-platform/platform/audit'
import { type Database, openDatabase } from '@affiliate-platform/platform/database'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const shop = 'harbour.myshopify.com'
const folder = makeFolder()
afterAll(() => folder.remove())

describe.skipIf(!enginesAtHand.includes('postgres'))('on a real Postgres', () => {
  let url: string
  let database: Database
  let line: CommandLine
  let workspace: string
  let membership: string
  let payout: string
  let report: string

  beforeAll(async () => {
    url = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: url })
    await line.value('migrate')
    workspace = await line.value('workspaces create --name Studio --as mia')
    await line.value('apps create --name App')
    const program = await line.value('programs create --name Partners')
    membership = await line.value(`memberships create --program ${program} --name Harbour`)
    const amount = '--amount-minor 1000 --currency USD'
    payout = await line.value(`payouts create --membership ${membership} ${amount} --as mia`)
    report = await line.value(`payouts report ${payout} ${amount} --method bank --as ben`)
    await line.value(`payouts confirm ${report} ${amount} --as mia`)
    database = await openDatabase({ url })
  })

  afterAll(() => database.close())

  const run = <Row>(text: string) => database.query<Row>({ name: '', text }, [])

  test('names the operator of a command, or the user of the system [D65]', async () => {
    expect(await line.json('audit list --subject workspace')).toMatchObject([{ actor: 'operator:mia' }])
    expect(await line.json('audit list --subject app')).toMatchObject([
      { actor: `operator:${userInfo().username}`, action: 'create' },
    ])
    expect(await line.json('audit list --actor operator:ben')).toMatchObject([{ subjectId: report }])
    expect(await line.value('audit list --subject payout')).toContain('operator:mia')
  })

  test('says at 80 columns whom and how much each entry is about [D485]', async () => {
    const narrow = createCommandLine({ DATABASE_URL: url }, 80)
    const table = await narrow.value('audit list')
    for (const done of ['payout', 'payment_report', 'confirmation']) {
      expect(table).toMatch(new RegExp(`^\\S.* create +${done} +Harbour +10\\.00 USD`, 'm'))
    }
    expect(table).toMatch(/ create +membership +Harbour/)
    expect(table).toMatch(/ create +program +Partners/)
    const width = Math.max(...table.split('\n').map(({ length }) => length))
    expect(width).toBeLessThanOrEqual(80)
    expect(await line.json('audit list --subject payment_report')).toMatchObject([
      { name: 'Harbour', amountMinor: '1000', currency: 'USD', shopDomain: null },
    ])
  })

  test('shows for ever who confirmed a payment for the member [D66]', async () => {
    const { facts } = Object(await line.json(`payouts show ${payout}`))
    expect(facts).toMatchObject([
      { kind: 'report', actor: 'operator:ben' },
      { kind: 'confirmation', actor: 'operator:mia' },
    ])
  })

  test('shows who made, rotated and revoked a key, and when it was last used [D65]', async () => {
    const { id } = Object(await line.json('keys create --name Reports --as mia'))
    await line.value(`keys revoke ${id} --as ben`)
    expect(await line.json(`audit list --record ${id}`)).toMatchObject([
      { actor: 'operator:ben', action: 'change', changes: { revoked_at: [null, expect.any(String)] } },
      { actor: 'operator:mia', action: 'create' },
    ])
    expect(await line.value(`audit list --record ${id}`)).toContain('revoked_at: null → ')
    expect(await line.json('keys list')).toContainEqual(expect.objectContaining({ id, lastUsedAt: null }))
  })

  test('lists in parts, newest first [D65]', async () => {
    const all = Object(await line.json('audit list'))
    const first = await line.run('audit list --limit 2 --json')
    const after = /--after (\S+)/.exec(first.stderr)?.[1]
    const rest = await line.json(`audit list --after ${after}`)
    expect([...JSON.parse(first.stdout), ...Object(rest)]).toEqual(all)
    expect(await line.rejection('audit list --after yesterday', 2)).toContain('--after')
  })

  test('finds that all is as it was recorded, and names what is not [D112]', async () => {
    await run('select pg_sleep(0.003)')
    const [anchor] = await anchorFacts(database, 0)
    const head = `${anchor?.number}:${anchor?.chain}`
    expect(await line.value('verify')).toBe(`${workspace}  ${head}`)
    expect(await line.value(`verify --workspace ${workspace} --witness ${head}`)).toContain(head)
    expect(await line.rejection(`verify --witness ${head}`, 2)).toContain('name it with --workspace')

    await database.script(
      `alter table payouts disable trigger user; update payouts set reported_minor = 0;
       alter table payouts enable trigger user`,
    )
    const sums = await line.run('verify')
    expect(sums).toMatchObject({ exitCode: 1 })
    expect(sums.stderr).toContain(`the sums of payout ${payout} do not match its facts`)
    await database.script(
      `alter table payouts disable trigger user; update payouts set reported_minor = 1000;
       alter table payouts enable trigger user;
       alter table payment_reports disable trigger user; update payment_reports set reference = 'x';
       alter table payment_reports enable trigger user`,
    )
    const facts = await line.run('verify --json')
    expect(facts.exitCode).toBe(1)
    expect(facts.stderr).toContain('payment_reports recorded from')
    expect(facts.stderr).toContain(report)
  })

  test('finds what the database does otherwise than its migrations say, and a chain that ends in a time to come [D190]', async () => {
    const body = 'begin return new; end'
    const [{ guard } = { guard: '' }] = await database.query<{ guard: string }>(
      { name: '', text: `select pg_get_functiondef('guard_payouts'::regproc) as guard` },
      [],
    )
    await database.script(
      `create or replace function guard_payouts() returns trigger language plpgsql as '${body}';
       update fact_anchoring set anchored_until = '2090-01-01Z'`,
    )
    const failed = await line.run('verify')
    expect(failed.exitCode).toBe(1)
    expect(failed.stderr).toContain('The function guard_payouts() is not what the migrations made.')
    expect(failed.stderr).toContain('anchored until 2090-01-01T00:00:00.000Z, so none is: run')
    expect((await line.run('doctor --offline')).stdout).toContain('audit repair-anchoring')

    expect(await line.rejection('audit repair-anchoring', 2)).toContain('--reason')
    expect(await line.value('audit repair-anchoring --reason odd --as mia')).toMatch(/^20\d\d-/)
    expect(await line.rejection('audit repair-anchoring --reason odd', 1)).toContain('nothing to repair')
    expect(await line.json('audit list --subject anchoring_repair')).toMatchObject([
      { actor: 'operator:mia' },
    ])
    await database.script(guard)
  })

  test('names facts of a told past, and takes a demo for what it says it is [D190] [D255]', async () => {
    const told = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
    await told.value('migrate')
    const { ids } = Object(await told.json('seed'))
    const verified = await told.run('verify')
    expect(verified).toMatchObject({ exitCode: 0 })
    expect(verified.stderr).toMatch(
      /^Workspace .* \d+ facts are not dated by .* say so: the demo tells of a past that it made up\.\n/,
    )
    expect(verified.stderr).toContain('Sums and facts match what was recorded. Workspaces: 3.')
    expect(await told.json(`audit list --subject told_past --workspace ${ids.workspaceId}`)).toHaveLength(2)

    const unpaid = await line.value(
      `payouts create --membership ${membership} --amount-minor 5 --currency USD`,
    )
    await run(`
      insert into payout_voids (workspace_id, payout_id, reason, created_at)
      values ('${workspace}', '${unpaid}', 'told', '2020-01-01Z')`)
    const named = await line.run('verify')
    expect(named).toMatchObject({ exitCode: 1 })
    expect(named.stderr).toContain(
      'payout_voids: 1 dated more than 5 s before or after they were recorded; the first: {',
    )
    expect(named.stderr).not.toContain('match what was recorded')
  })

  test('erases a shop, and again after a restore from the tombstones [D75] [D113]', async () => {
    const nobody = { members: 0, people: 0 }
    const insert = `
      insert into contacts (workspace_id, shop_domain, email, created_at, updated_at)
      values ('${workspace}', '${shop}', 'owner@harbour.example', to_timestamp(0), now())`
    await run(insert)
    expect(await line.run(`contacts erase ${shop} --as mia`)).toMatchObject({
      exitCode: 0,
      stdout: `${shop}\n`,
    })
    expect(await line.rejection(`contacts erase typo-${shop}`, 1)).toContain(
      `Nothing is known of typo-${shop}, or nothing any more`,
    )
    expect(await line.json('contacts list')).toEqual([])
    const { id } = Object(await line.json('keys create --name Old'))
    await line.value(`keys revoke ${id}`)
    const file = join(folder.path, 'tombstones.json')
    writeFileSync(file, JSON.stringify(await line.json('tombstones list')))
    expect(await line.value('tombstones list')).not.toContain('harbour')

    // A backup of before is put back.
    await run(insert)
    await run(`update api_keys set revoked_at = null where id = '${id}'`)
    expect(await line.json(`tombstones apply ${file}`)).toEqual({ keys: 1, shops: 1, ...nobody })
    expect(await line.json('contacts list')).toEqual([])
    expect(await line.json(`tombstones apply ${file}`)).toEqual({ keys: 0, shops: 0, ...nobody })
    await run(insert)
    expect((await line.run(`tombstones apply ${file}`)).stderr).toBe(
      'Ended again: 0 keys, 1 shop, 0 members, 0 people.\n',
    )
  })

  test('erases a member and a person, and again after a restore from the tombstones [D447] [D113]', async () => {
    const invite = 'memberships invite'
    const [mia, noa] = ['--email mia@example.com --name Mia', '--email noa@example.com --name Noa']
    await line.value(`${invite} ${membership} ${mia}`)
    await line.value(`payees set ${membership} --method paypal --name Mia --email mia@example.com`)
    const [{ program } = { program: '' }] = await run<{ readonly program: string }>(
      `select program_id as program from memberships where id = '${membership}'`,
    )
    const duo = await line.value(`memberships create --program ${program} --name Duo`)
    for (const person of [mia, noa]) await line.value(`${invite} ${duo} ${person}`)

    const tried = await line.run(`memberships erase ${membership} --dry-run`)
    expect(tried.stderr).toContain('Nothing was erased: --dry-run.')
    expect(tried.stderr).toContain('Mia (mia@example.com) acts for the member no more, and stays')
    expect(tried.stderr).toContain('The payee’s details are kept for it until it is paid')
    expect(tried.stderr).not.toContain('0 payees')
    expect(Object(await line.json(`memberships show ${membership}`)).memberName).toBe('Harbour')
    expect(await line.rejection(`memberships erase ${crypto.randomUUID()}`, 1)).toContain('membership')
    const erased = Object(await line.json(`memberships erase ${membership} --as mia`))
    expect(Object(await line.json(`memberships show ${membership}`)).memberName).toBe(erased.name)
    expect(await line.json(`audit list --subject erasure --record ${membership}`)).toMatchObject([
      { actor: 'operator:mia' },
    ])
    const left = await line.run('accounts erase noa@example.com --as mia')
    expect(left.stderr).toContain(`The membership ${duo} stays: others act for it too.`)
    expect((await line.json('accounts list')) as object[]).toMatchObject([
      { email: 'mia@example.com' },
      { email: expect.stringMatching(/@erased\.invalid$/) },
    ])
    const [before] = await run<{ id: string; name: string }>(
      `select id, name from accounts where name <> 'Mia'`,
    )
    const file = join(folder.path, 'people.json')
    writeFileSync(file, JSON.stringify(await line.json('tombstones list')))

    // A backup of before is put back.
    await database.script(`
      alter table erasures disable trigger user;
      delete from erasures where shop_hash is null;
      alter table erasures enable trigger user;
      update memberships set member_name = 'Harbour' where id = '${membership}';
      update accounts set email = 'noa@example.com', name = 'Noa' where id = '${before?.id}'`)
    expect(await line.json(`tombstones apply ${file}`)).toMatchObject({ members: 1, people: 1 })
    expect(Object(await line.json(`memberships show ${membership}`)).memberName).toBe(erased.name)
    expect(await run(`select name from accounts where id = '${before?.id}'`)).toEqual([
      { name: before?.name },
    ])
    expect(await line.json(`tombstones apply ${file}`)).toMatchObject({ members: 0, people: 0 })
  })

  test('rejects a file that holds no tombstones [D113]', async () => {
    const file = join(folder.path, 'other.json')
    writeFileSync(file, '[{"kind":"key_ended"}]')
    expect(await line.rejection(`tombstones apply ${file}`, 1)).toContain('is not what tombstones list')
  })
})
