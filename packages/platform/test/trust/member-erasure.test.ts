import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp, type MoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { insertRecord } from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import { anchorFacts } from '../../src/audit/anchor-facts.ts'
import { verifyWorkspace } from '../../src/audit/verify.ts'
import { listAuditEntries } from '../../src/audit.ts'
import { listBalances } from '../../src/balances.ts'
import { newId } from '../../src/database.ts'
import { eraseMember, erasePerson } from '../../src/erasure.ts'
import { updateMembership } from '../../src/memberships.ts'
import { erasePaidPayees } from '../../src/payees/erase-payees.ts'
import { listPayees, setPayee } from '../../src/payees.ts'
import { exportRun } from '../../src/payout-files.ts'
import { recordPaymentFact } from '../../src/payouts.ts'
import { findAccount, grantRole, inviteMember, issueSignInLink, useSignInLink } from '../../src/people.ts'
import { pay } from '../payout-runs/runs.ts'

const noMoney = { amountMinor: '0', currency: 'USD' }
const actor = 'operator:ada'
const personal = ['Mia Moore', 'mia@example.com', 'mia.moore@bank.example', 'Old Moore', 'Lisbon']

describeOnEachEngine('a member who is erased', (database) => {
  let app: MoneyApp
  let accountId: string

  beforeEach(async () => {
    app = await insertMoneyApp(database(), { threshold: noMoney, cpi: noMoney, holdDays: 0 })
    const { workspaceId, membershipId } = app
    await updateMembership(database(), { workspaceId, id: membershipId }, { name: 'Old Moore' })
    await updateMembership(database(), { workspaceId, id: membershipId }, { name: 'Mia Moore' })
    const person = { workspaceId, membershipId, email: 'mia@example.com', name: 'Mia Moore' }
    accountId = (await inviteMember(database(), person))?.person.id ?? ''
    await move('mia@example.com')
    await move('mia.moore@bank.example')
  })

  const run = <Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
    database().query<Row>({ name: '', text }, values)
  const move = (email: string) =>
    setPayee(database(), {
      ...{ workspaceId: app.workspaceId, membershipId: app.membershipId, effectiveFrom: undefined, actor },
      ...{ name: 'Mia Moore', kind: 'person', method: 'paypal', email, iban: null, bic: null },
      ...{ town: 'Lisbon', country: 'PT' },
    })
  const erase = (isDryRun = false) =>
    eraseMember(database(), {
      ...{ workspaceId: app.workspaceId, membershipId: app.membershipId, actor, isDryRun },
    })
  /** Everything that the database holds of the workspace, as text. */
  const dump = async () => {
    const tables = await run<{ readonly name: string }>(
      `select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE'`,
    )
    const rows = await Promise.all(
      tables.map(({ name }) => run(`select * from ${name} where workspace_id = $1`, [app.workspaceId])),
    )
    return JSON.stringify(rows)
  }
  const verify = async () => (await verifyWorkspace(database(), app.workspaceId)).difference
  const anchor = async () => {
    await run('select pg_sleep(0.003)')
    await anchorFacts(database(), 0)
  }
  const payees = () => listPayees(database(), app)

  test('is in no table any more by name or address, and what is anchored holds [D447]', async () => {
    const application = {
      ...{ workspace_id: app.workspaceId, app_id: app.appId, program_id: app.programId },
      ...{ id: newId(), email: 'mia@example.com', name: 'Mia Moore', words: 'my blog' },
    }
    await insertRecord(database(), 'applications', application)
    await anchor()
    const before = await dump()
    for (const text of personal.filter((one) => one !== 'Old Moore')) expect(before).toContain(text)
    expect(before).not.toContain('Old Moore')
    const erasure = await erase()
    expect(erasure).toMatchObject({ payeesErased: 2, payeesKept: 0, people: [{ isErased: true }], open: [] })
    const after = await dump()
    for (const text of personal) expect(after).not.toContain(text)
    expect(await verify()).toBeNull()
    await anchor()
    expect(await verify()).toBeNull()
    const { name = '', email } = (await findAccount(database(), { ...app, accountId })) ?? {}
    expect([name, erasure?.name, email]).toEqual([
      ...[expect.stringMatching(/^Erased [\da-f]{16}$/), expect.stringMatching(/^Erased [\da-f]{16}$/)],
      expect.stringMatching(/^[\da-f]{16}@erased\.invalid$/),
    ])
    const page = { after: undefined, limit: 50 }
    const told = await listAuditEntries(
      database(),
      { workspaceId: app.workspaceId, subject: 'erasure' },
      page,
    )
    expect(told.map((entry) => [entry.actor, entry.subjectId]).toSorted()).toEqual(
      [app.membershipId, accountId].map((id) => [actor, id]).toSorted(),
    )
  })

  test('is told by a dry run as it would be, and nothing is written then [D447]', async () => {
    const before = await dump()
    const tried = await erase(true)
    expect(await dump()).toBe(before)
    expect(await erase()).toEqual(tried)
  })

  test('has closed, is signed out, and nothing waits to be sent to them [D447]', async () => {
    const key = { workspaceId: app.workspaceId, accountId }
    const used = await issueSignInLink(database(), key, 'member')
    const [link] = await run<{ readonly id: string }>('select id from sign_in_links where account_id = $1', [
      accountId,
    ])
    await useSignInLink(database(), { ...key, id: link?.id ?? '' }, 'member')
    await issueSignInLink(database(), key, 'member')
    expect(used).toBeDefined()
    await erase()
    expect(
      await run('select id from sessions where account_id = $1 and ended_at is null', [accountId]),
    ).toEqual([])
    expect(
      await run('select id from sign_in_links where account_id = $1 and used_at is null', [accountId]),
    ).toEqual([])
    expect(
      await run('select id from outbox_mails where next_attempt_at is not null and workspace_id = $1', [
        app.workspaceId,
      ]),
    ).toEqual([])
    const [said] = await run('select state, reason from membership_states where workspace_id = $1', [
      app.workspaceId,
    ])
    expect(said).toEqual({ state: 'closed', reason: 'erased' })
  })

  test('stays payable: the payee of what is open is kept until it is paid [D447]', async () => {
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    const { id: runId, payouts } = await pay(database(), app.workspaceId, '2026-03-05')
    const balances = await listBalances(database(), { workspaceId: app.workspaceId })
    const erasure = await erase()
    expect(erasure).toMatchObject({ payeesErased: 1, payeesKept: 1, open: [{ currency: 'USD' }] })
    const amounts = (list: typeof balances) => list.map(({ memberName: _name, ...rest }) => rest)
    const now = await listBalances(database(), { workspaceId: app.workspaceId })
    expect(amounts(now)).toEqual(amounts(balances))
    const exported = await exportRun(database(), { workspaceId: app.workspaceId, runId, format: 'paypal' })
    expect(exported).toMatchObject({ ok: true, leftOut: [], files: [{ rows: 1 }] })
    await erasePaidPayees(database())
    expect(await payees()).toHaveLength(1)
    const [payout] = payouts
    const report = {
      kind: 'report' as const,
      ...{ payoutId: payout?.id ?? '', method: 'paypal', reference: undefined },
      ...{
        amount: { amountMinor: payout?.amountMinor ?? '', currency: 'USD' },
        paidAt: new Date('2026-03-06'),
      },
    } as const
    const { workspaceId } = app
    const reported = await recordPaymentFact(database(), report, {
      workspaceId,
      id: newId(),
      createdAt: new Date(),
    })
    expect(reported).toMatchObject({ ok: true })
    await erasePaidPayees(database())
    expect(await payees()).toEqual([])
    const again = await exportRun(database(), {
      ...{ workspaceId: app.workspaceId, runId, format: 'paypal', isReportedPaidAgain: true },
    })
    expect(again).toMatchObject({
      ok: true,
      files: [],
      leftOut: [{ reason: 'no_payee', memberName: erasure?.name }],
    })
    await anchor()
    expect(await verify()).toBeNull()
  })

  test('keeps the payee of what is open for half a year, and no longer [D447]', async () => {
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    await erase()
    expect(await payees()).toHaveLength(1)
    const age = (days: number) =>
      database().script(`
        alter table erasures disable trigger user;
        update erasures set erased_at = now() - interval '${days} days' where workspace_id = '${app.workspaceId}';
        alter table erasures enable trigger user`)
    await age(182)
    await erasePaidPayees(database())
    expect(await payees()).toHaveLength(1)
    await age(184)
    await erasePaidPayees(database())
    expect(await payees()).toEqual([])
  })

  test('is changed by nobody who has erased nothing, and by no other blank [D447]', async () => {
    const blank = `name = '', kind = null, town = null, email = null, iban = null, bic = null, country = null, details_salt = null`
    const change = (set: string) => run(`update payees set ${set} where workspace_id = $1`, [app.workspaceId])
    await expect(change(blank)).rejects.toMatchObject({ code: '23001' })
    await anchor()
    await erase()
    for (const set of [`email = 'mallory@example.com'`, `method = 'wise'`, `${blank}, method = 'wise'`]) {
      await expect(change(set)).rejects.toMatchObject({ code: '23001' })
    }
    for (const statement of [`delete from payees`, `truncate payees cascade`]) {
      await expect(run(statement)).rejects.toMatchObject({ code: '23001' })
    }
  })

  test('does not hide an account that was changed, or details that are gone by themselves [D447]', async () => {
    const tamper = (set: string) =>
      database().script(`
        alter table payees disable trigger user;
        update payees set ${set} where workspace_id = '${app.workspaceId}';
        alter table payees enable trigger user`)
    await anchor()
    const faults = [
      `email = 'mallory@example.com'`,
      `email = 'mallory@example.com', details_salt = null`,
      `name = '', kind = null, town = null, email = null, country = null, details_salt = null`,
    ]
    for (const set of faults) {
      await database().script(
        `create table kept as select * from payees where workspace_id = '${app.workspaceId}'`,
      )
      await tamper(set)
      expect([set, await verify()]).toMatchObject([set, { kind: 'facts', fact: 'payees' }])
      await database().script(`
        alter table payees disable trigger user;
        update payees set name = kept.name, kind = kept.kind, town = kept.town, email = kept.email,
          country = kept.country, details_salt = kept.details_salt
        from kept where kept.id = payees.id;
        alter table payees enable trigger user;
        drop table kept`)
      expect(await verify()).toBeNull()
    }
  })

  test('goes with a person who acts for them alone; others stay, and an operator stays one [D447]', async () => {
    const { workspaceId } = app
    const noa = { email: 'noa@example.com', name: 'Noa' }
    const shared = await insertRecord(database(), 'memberships', {
      ...{ workspace_id: workspaceId, app_id: app.appId, program_id: app.programId, id: newId() },
      ...{ member_name: 'Duo', created_at: '2026-01-01T00:00:00.000Z' },
    })
    await inviteMember(database(), {
      workspaceId,
      membershipId: shared,
      email: 'mia@example.com',
      name: 'Mia',
    })
    await inviteMember(database(), { workspaceId, membershipId: shared, ...noa })
    const plan = { workspaceId, accountId, actor: `member:${accountId}`, isDryRun: false }
    const erasure = await erasePerson(database(), plan)
    expect(erasure).toMatchObject({
      ...{ isErased: true, left: [shared] },
      erased: [{ membershipId: app.membershipId, name: 'Mia Moore' }],
    })
    const names = await run<{ readonly name: string }>(
      'select member_name as name from memberships where workspace_id = $1 order by created_at, id',
      [workspaceId],
    )
    expect(names.map(({ name }) => name)).toContain('Duo')
    const ada = (
      await inviteMember(database(), {
        workspaceId,
        membershipId: shared,
        email: 'ada@example.com',
        name: 'Ada',
      })
    )?.person
    await grantRole(database(), { workspaceId, accountId: ada?.id ?? '' }, { role: 'owner', actor })
    const ofAda = await erasePerson(database(), { ...plan, accountId: ada?.id ?? '' })
    expect(ofAda).toMatchObject({ isErased: false, erased: [], left: [shared] })
    expect(await findAccount(database(), { workspaceId, accountId: ada?.id ?? '' })).toMatchObject({
      ...{ name: 'Ada', email: 'ada@example.com', role: 'owner' },
    })
  })
})
