import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  insertApp,
  insertMembership,
  insertPayout,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import { createApiKey, revokeApiKey } from '../../src/api-keys.ts'
import { updateApp } from '../../src/apps.ts'
import { actAs } from '../../src/audit/act-as.ts'
import { anchorFacts } from '../../src/audit/anchor-facts.ts'
import { describeRecords } from '../../src/audit/describe-records.ts'
import { type AuditEntry, listAuditEntries } from '../../src/audit/list-entries.ts'
import { verifyWorkspace } from '../../src/audit/verify.ts'
import type { Database, Queryable } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { moveMembership } from '../../src/memberships.ts'
import { findPayout, listPayoutFacts, recordPaymentFact } from '../../src/payouts.ts'

describeOnEachEngine('who did what', (database) => {
  let app: TestApp
  let operator: Database

  beforeEach(async () => {
    operator = actAs(database(), 'operator:mia')
    app = await insertApp(operator)
  })

  const list = (filter = {}) =>
    listAuditEntries(
      database(),
      { workspaceId: app.workspaceId, ...filter },
      { after: undefined, limit: 100 },
    )
  const run = (text: string, values: readonly unknown[] = []) => database().query({ name: '', text }, values)
  const amount = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

  const anchor = async () => {
    // Times are whole milliseconds: what is recorded in this one is left for the next time.
    await run('select pg_sleep(0.003)')
    return await anchorFacts(database(), 0)
  }

  async function report(payoutId: string, amountMinor: string): Promise<string> {
    const id = newId()
    const fact = { kind: 'report', payoutId, amount: amount(amountMinor), method: 'bank' } as const
    const more = { reference: undefined, paidAt: undefined }
    const context = { id, workspaceId: app.workspaceId, createdAt: new Date() }
    await recordPaymentFact(operator, { ...fact, ...more }, context)
    return id
  }

  test('is known of an actor with quotation marks in the name, who does nothing by it [D65] [D320]', async () => {
    const name = `operator:o'neil'; drop table payouts --`
    await updateApp(
      actAs(database(), name),
      { workspaceId: app.workspaceId, id: app.appId },
      { name: 'Renamed' },
    )
    expect(await list()).toContainEqual(expect.objectContaining({ actor: name, subject: 'app' }))
    expect(await run('select from payouts limit 1')).toBeDefined()
  })

  test('is known of every record, with the database time [D65]', async () => {
    const entries = await list()
    expect(entries.map(({ subject }) => subject).toSorted()).toEqual(
      ['app', 'group', 'membership', 'program', 'workspace'].toSorted(),
    )
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor: 'operator:mia', action: 'create', changes: null })
      expect(Math.abs(entry.recordedAt.getTime() - Date.now())).toBeLessThan(60_000)
    }
  })

  test('is known of each change, with the values before and after [D65]', async () => {
    const { workspaceId, appId, membershipId } = app
    await updateApp(actAs(database(), 'operator:ben'), { workspaceId, id: appId }, { name: 'Renamed' })
    await moveMembership(database(), { workspaceId, id: membershipId }, null)

    expect(await list({ actor: 'operator:ben' })).toMatchObject([
      { action: 'change', subject: 'app', subjectId: appId, changes: { name: ['App', 'Renamed'] } },
    ])
    expect(await list({ subject: 'membership', action: 'change' })).toMatchObject([
      { actor: 'system', changes: { group_id: [app.groupId, null] } },
    ])
  })

  test('is known of keys that are made and revoked, never with what is secret [D65]', async () => {
    const { workspaceId, appId } = app
    const plan = {
      kind: 'affiliate',
      workspaceId,
      appId,
      scopes: [],
      name: 'Key',
    } as const
    const key = await createApiKey(operator, { ...plan, expiresAtMs: undefined })
    await revokeApiKey(actAs(database(), 'operator:ben'), { id: key?.id ?? '' })

    const entries = await list({ subjectId: key?.id })
    expect(entries).toMatchObject([
      { actor: 'operator:ben', action: 'change', changes: { revoked_at: [null, expect.any(String)] } },
      { actor: 'operator:mia', action: 'create', changes: null },
    ])
    expect(JSON.stringify(entries)).not.toContain('hash')
  })

  test('is known of every fact of payment, for ever [D65] [D66]', async () => {
    const payoutId = await insertPayout(operator, app)
    const reportId = await report(payoutId, '100')
    const context = { id: newId(), workspaceId: app.workspaceId, createdAt: new Date() }
    const confirmation = { kind: 'confirmation', reportId, amount: amount('100') } as const
    await recordPaymentFact(actAs(database(), 'member:m1'), confirmation, context)

    const facts = await listPayoutFacts(database(), { workspaceId: app.workspaceId, payoutId })
    expect(facts.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['report', 'operator:mia'],
      ['confirmation', 'member:m1'],
    ])
    expect((await list({ subject: 'payment_report' }))[0]).toMatchObject({ actor: 'operator:mia' })
    await expect(run(`update payment_confirmations set actor = 'system'`)).rejects.toMatchObject({
      code: '23001',
    })
  })

  test('tells whom and how much a record is about, by one statement and to its workspace alone [D485]', async () => {
    const payoutId = await insertPayout(operator, app)
    const reportId = await report(payoutId, '100')
    const context = { id: newId(), workspaceId: app.workspaceId, createdAt: new Date() }
    const dispute = { kind: 'dispute', reportId, reason: 'Nothing came' } as const
    await recordPaymentFact(actAs(database(), 'member:m1'), dispute, context)
    const ids = (await list()).map(({ subjectId }) => subjectId)
    let statements = 0
    const counted: Queryable = {
      query: (...asked) => {
        statements += 1
        return database().query(...asked)
      },
    }

    const abouts = await describeRecords(counted, app.workspaceId, ids)

    expect(statements).toBe(1)
    const payout = await findPayout(database(), { workspaceId: app.workspaceId, payoutId })
    const about = { name: abouts.get(app.membershipId)?.name, shopDomain: null, currency: 'USD' }
    expect(about.name).toMatch(/./)
    expect(abouts.get(payoutId)).toEqual({ ...about, amountMinor: payout?.amountMinor })
    expect(abouts.get(reportId)).toEqual({ ...about, amountMinor: '100' })
    expect(abouts.get(context.id)).toEqual({ ...about, amountMinor: '100' })
    expect(abouts.get(app.appId)).toMatchObject({ name: 'App', amountMinor: null })
    const other = await insertApp(operator)
    expect(await describeRecords(database(), other.workspaceId, ids)).toEqual(new Map())
  })

  test('is told page by page of what one transaction did to one record, too [D65]', async () => {
    await operator.transaction(async (tx) => {
      const joined: Database = { ...operator, query: tx.query.bind(tx), transaction: (run) => run(tx) }
      const payoutId = await insertPayout(joined, app)
      const context = { id: newId(), workspaceId: app.workspaceId, createdAt: new Date() }
      await recordPaymentFact(joined, { kind: 'void', payoutId, reason: 'at once' }, context)
    })
    const whole = await list()
    const pages: AuditEntry[] = []
    for (;;) {
      const filter = { workspaceId: app.workspaceId }
      const [next] = await listAuditEntries(database(), filter, { after: pages.at(-1), limit: 1 })
      if (next === undefined) break
      pages.push(next)
    }
    expect(pages).toEqual(whole)
    expect(whole.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['payout', 'payout_void']))
  })

  test('is found by time [D65]', async () => {
    const [first] = await list()
    const at = first?.recordedAt.getTime() ?? 0
    expect(await list({ from: new Date(at + 1) })).toEqual([])
    expect((await list({ to: new Date(at + 1) })).length).toBeGreaterThan(0)
    expect(await list({ to: new Date(at - 60_000) })).toEqual([])
  })

  test('ends with the transaction: the next one on the connection is nobody else [D65]', async () => {
    await insertMembership(operator, app, 'Ben')
    const id = await insertMembership(database(), app, 'Ann')
    expect(await list({ subjectId: id })).toMatchObject([{ actor: 'system' }])
  })

  test.each([
    'update payouts set claimed_minor = 0, reported_minor = 0, confirmed_minor = 0, is_voided = false',
    'update payouts set amount_minor = 1',
    'update payouts set created_at = now()',
    'delete from payouts',
    'truncate payouts cascade',
  ])('rejects for the owner too: %s [D112]', async (text) => {
    await insertPayout(database(), app)
    await expect(run(text)).rejects.toMatchObject({ code: '23001' })
  })

  test('rejects a payout that is born with sums [D112]', async () => {
    const id = await insertPayout(database(), app)
    const text = `
      insert into payouts
        (workspace_id, id, app_id, program_id, membership_id, amount_minor, currency, created_at, reported_minor)
      select workspace_id, gen_random_uuid(), app_id, program_id, membership_id, 100, 'USD', now(), 100
      from payouts where id = $1`
    await expect(run(text, [id])).rejects.toMatchObject({ code: '23001' })
  })

  /** Does what an owner can do who takes the triggers off. */
  async function tamper(table: string, change: string): Promise<void> {
    await database().script(
      `alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user`,
    )
  }

  test('is verified: sums and facts as they were recorded [D112]', async () => {
    await report(await insertPayout(operator, app), '100')
    const heads = await anchor()
    const head = heads.find(({ workspaceId }) => workspaceId === app.workspaceId)
    const verified = await verifyWorkspace(database(), app.workspaceId)
    expect(verified).toEqual({
      anchors: head?.number,
      head: `${head?.number}:${head?.chain}`,
      difference: null,
    })
    expect(await anchorFacts(database(), 60_000)).toEqual([])
    expect(await findPayout(database(), { workspaceId: app.workspaceId, payoutId: newId() })).toBeUndefined()
  })

  test('names the payout whose sums were changed [D112]', async () => {
    const payoutId = await insertPayout(operator, app)
    await report(payoutId, '100')
    await tamper('payouts', `update payouts set reported_minor = 0 where id = '${payoutId}'`)
    const { difference } = await verifyWorkspace(database(), app.workspaceId)
    expect(difference).toEqual({ kind: 'sums', payoutId })
  })

  test('names the fact that was changed, added later or taken away [D112]', async () => {
    const payoutId = await insertPayout(operator, app)
    const reports = [await report(payoutId, '100'), await report(payoutId, '200')]
    await anchor()
    const verify = async () => (await verifyWorkspace(database(), app.workspaceId)).difference

    await tamper('payment_reports', `update payment_reports set method = 'cash' where id = '${reports[0]}'`)
    expect(await verify()).toMatchObject({
      ...{ kind: 'facts', fact: 'payment_reports', anchored: 2, found: 2 },
      row: { id: reports[0], method: 'cash' },
    })
    await tamper('payment_reports', `update payment_reports set method = 'bank' where id = '${reports[0]}'`)
    expect(await verify()).toBeNull()

    await database().script(`
      alter table payment_reports disable trigger recorded_by_the_database;
      insert into payment_reports (workspace_id, id, payout_id, amount_minor, method, paid_at, created_at, recorded_at)
      select workspace_id, gen_random_uuid(), payout_id, 1, 'cash', now(), now(), recorded_at
      from payment_reports where id = '${reports[0]}';
      alter table payment_reports enable trigger recorded_by_the_database`)
    expect(await verify()).toMatchObject({ kind: 'facts', fact: 'payment_reports', row: { method: 'cash' } })
    await tamper(
      'payment_reports',
      `delete from payment_reports where method = 'cash' or id = '${reports[1]}'`,
    )
    expect(await verify()).toMatchObject({ kind: 'sums', payoutId })
    await tamper(
      'payouts',
      `update payouts set claimed_minor = 100, reported_minor = 100 where id = '${payoutId}'`,
    )
    expect(await verify()).toMatchObject({
      kind: 'facts',
      fact: 'payment_reports',
      anchored: 2,
      found: 1,
      row: null,
    })
  })

  test('names a fact of a time that was anchored without one of its kind [D112]', async () => {
    await insertPayout(operator, app)
    await anchor()
    await tamper(
      'payout_voids',
      `insert into payout_voids (workspace_id, payout_id, reason, created_at, recorded_at)
      select workspace_id, id, 'late', now(), now() - interval '1 hour' from payouts
      where workspace_id = '${app.workspaceId}'`,
    )
    await tamper('payouts', `update payouts set is_voided = true where workspace_id = '${app.workspaceId}'`)
    const { difference } = await verifyWorkspace(database(), app.workspaceId)
    expect(difference).toMatchObject({
      ...{ kind: 'stray', fact: 'payout_voids', count: 1 },
      row: { reason: 'late' },
    })
  })

  test('notices an anchor that was changed, and one that is missing at the end [D112]', async () => {
    await report(await insertPayout(operator, app), '100')
    const heads = await anchor()
    const witness = heads.find(({ workspaceId }) => workspaceId === app.workspaceId)
    if (witness === undefined) throw new Error('There is an anchor.')
    const verify = async () => (await verifyWorkspace(database(), app.workspaceId, witness)).difference
    expect(await verify()).toBeNull()

    const ofWorkspace = `workspace_id = '${app.workspaceId}'`
    await tamper(
      'fact_anchors',
      `delete from fact_anchors where ${ofWorkspace} and number = ${witness.number}`,
    )
    expect(await verify()).toEqual({ kind: 'anchor', number: witness.number })
    await tamper('fact_anchors', `update fact_anchors set chain = 'x' where ${ofWorkspace} and number = 1`)
    expect(await verify()).toEqual({ kind: 'anchor', number: 1 })
  })
})
