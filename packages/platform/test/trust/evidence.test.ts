import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertPayout, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import { anchorFacts } from '../../src/audit/anchor-facts.ts'
import { compareDefinitions } from '../../src/audit/compare-definitions.ts'
import { listAuditEntries } from '../../src/audit/list-entries.ts'
import { findMisdatedFacts } from '../../src/audit/misdated-facts.ts'
import { readAnchoringState, repairAnchoring } from '../../src/audit/repair-anchoring.ts'
import { verifyWorkspace } from '../../src/audit/verify.ts'

describeOnEachEngine('the evidence', (database) => {
  let app: TestApp

  beforeEach(async () => {
    app = await insertApp(database())
    await insertPayout(database(), app)
    await anchor()
  })

  const run = <Row = unknown>(text: string, values: readonly unknown[] = []) =>
    database().query<Row>({ name: '', text }, values)
  const ofWorkspace = () => `workspace_id = '${app.workspaceId}'`
  const verify = async () => (await verifyWorkspace(database(), app.workspaceId)).difference
  const anchor = async () => {
    await run('select pg_sleep(0.003)')
    return await anchorFacts(database(), 0)
  }
  /** Does what an owner can do who takes the triggers off. */
  const tamper = (table: string, change: string) =>
    database().script(
      `alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user`,
    )
  const forge = (recordedAt: string) => `
    insert into erasures (workspace_id, id, shop_hash, actor, erased_at, recorded_at)
    values ('${app.workspaceId}', gen_random_uuid(), '\\x01', 'system', now(), ${recordedAt})`

  test.each([`'1969-01-01Z'`, `'2099-01-01Z'`, `'-infinity'`, `'infinity'`])(
    'has the time of the database, whatever a statement says: %s [D190]',
    async (recordedAt) => {
      await run(forge(recordedAt))
      const isNow = `recorded_at between now() - interval '10 minutes' and now() as "isNow"`
      expect(await run(`select ${isNow} from erasures where ${ofWorkspace()}`)).toEqual([{ isNow: true }])
      expect(await verify()).toBeNull()
    },
  )

  test.each([`'1969-01-01Z'`, `'2099-01-01Z'`, `'-infinity'`, `'infinity'`])(
    'holds no fact of a time that is never anchored: %s [D190]',
    async (recordedAt) => {
      await tamper('erasures', forge(recordedAt))
      expect(await verify()).toMatchObject({
        kind: 'stray',
        fact: 'erasures',
        count: 1,
        row: { shop_hash: '\\x01' },
      })
      await tamper('erasures', `delete from erasures where ${ofWorkspace()}`)
      expect(await verify()).toBeNull()
    },
  )

  test('does not rest on the functions of the database that is verified [D190]', async () => {
    const [{ body } = { body: '' }] = await run<{ body: string }>(
      `select pg_get_functiondef('fact_digests'::regproc) as body`,
    )
    await tamper('payouts', `update payouts set amount_minor = 7 where ${ofWorkspace()}`)
    await database().script(body.replace('to_jsonb(fact)', 'jsonb_build_object()'))
    try {
      expect(await verify()).toMatchObject({ kind: 'facts', fact: 'payouts', row: { amount_minor: 7 } })
      expect(await compareDefinitions(database())).toEqual([
        { object: expect.stringContaining('function fact_digests('), is: 'changed' },
      ])
    } finally {
      await database().script(body)
    }
    expect(await compareDefinitions(database())).toEqual([])
  })

  test('names what was changed in what the database does by itself [D190]', async () => {
    const [{ guard } = { guard: '' }] = await run<{ guard: string }>(
      `select pg_get_functiondef('guard_payouts'::regproc) as guard`,
    )
    await database().script(`
      alter table payouts disable trigger only_facts;
      drop trigger insert_only on payment_confirmations;
      create rule hide as on insert to payment_disputes do instead nothing;
      alter table payees enable row level security;
      create or replace function guard_payouts() returns trigger language plpgsql as 'begin return new; end';
      create view of_the_owner as select 1 as one;`)
    try {
      expect(await compareDefinitions(database())).toEqual([
        { object: 'function guard_payouts()', is: 'changed' },
        { object: 'table payees', is: 'changed' },
        { object: 'trigger insert_only on payment_confirmations', is: 'missing' },
        { object: 'trigger only_facts on payouts', is: 'changed' },
        { object: 'rule hide on payment_disputes', is: 'added' },
      ])
    } finally {
      await database().script(`
        alter table payouts enable trigger only_facts;
        create trigger insert_only before update or delete or truncate on payment_confirmations
        for each statement execute function refuse_change();
        drop rule hide on payment_disputes;
        alter table payees disable row level security;
        drop view of_the_owner;
        ${guard}`)
    }
    expect(await compareDefinitions(database())).toEqual([])
  })

  test('is never anchored beyond now [D190]', async () => {
    await run(`select count(*) from anchor_facts('2090-01-01Z')`)
    expect(await readAnchoringState(database())).toMatchObject({ isBeyondNow: false })
    await insertPayout(database(), app)
    await anchor()
    expect(await verify()).toBeNull()
    expect(await repairAnchoring(database(), 'nothing is wrong')).toBeUndefined()
  })

  test('is anchored again after someone set the end to a time to come, and shows that [D190]', async () => {
    const before = await insertPayout(database(), app)
    await database().script(`
      set local session_replication_role = replica;
      update fact_anchoring set anchored_until = '2090-01-01Z';
      insert into fact_anchors (workspace_id, number, fact, from_time, to_time, digests, chain)
      select last.workspace_id, last.number + 1, 'payouts', last.to_time, '2090-01-01Z', facts.digests,
        anchor_chain(last.chain, last.number + 1, 'payouts', '2090-01-01Z', facts.digests)
      from (select distinct on (workspace_id) * from fact_anchors order by workspace_id, number desc) last
      cross join lateral (
        select string_agg(digest, ''::bytea order by digest) as digests
        from fact_digests('payouts', last.to_time, '2090-01-01Z', last.workspace_id)
      ) facts
      where facts.digests is not null`)
    const late = await insertPayout(database(), app)
    expect(await anchor()).toEqual([])
    expect(await readAnchoringState(database())).toMatchObject({ isBeyondNow: true })
    expect(await verify()).toMatchObject({ kind: 'facts', fact: 'payouts', row: { id: late } })

    expect(await repairAnchoring(database(), 'an analytics login')).toMatchObject({
      anchoredUntil: new Date('2090-01-01Z'),
    })
    expect(await verify()).toBeNull()
    expect(await anchor()).not.toEqual([])
    expect(await verify()).toBeNull()
    const filter = { workspaceId: app.workspaceId, subject: 'anchoring_repair' }
    expect(await listAuditEntries(database(), filter, { after: undefined, limit: 9 })).toHaveLength(1)

    // What was anchored before holds, and so does what came between.
    for (const id of [before, late]) {
      await tamper('payouts', `update payouts set amount_minor = amount_minor + 1 where id = '${id}'`)
      expect(await verify()).toMatchObject({ kind: 'facts', fact: 'payouts' })
      await tamper('payouts', `update payouts set amount_minor = amount_minor - 1 where id = '${id}'`)
      expect(await verify()).toBeNull()
    }
  })

  const insertVoid = (createdAt: string) => `
    insert into payout_voids (workspace_id, payout_id, reason, created_at)
    select workspace_id, id, 'told', ${createdAt} from payouts
    where ${ofWorkspace()} and not is_voided and not exists (
      select from payout_voids where payout_id = payouts.id and workspace_id = payouts.workspace_id
    )
    limit 1`
  // The builders date everything else by a day of their own.
  const findTold = async () =>
    (await findMisdatedFacts(database(), app.workspaceId)).filter(({ fact }) => fact === 'payout_voids')

  test.each([
    [`now() - interval '6 seconds'`, true],
    [`now() + interval '6 seconds'`, true],
    [`'-infinity'`, true],
    [`now() - interval '4 seconds'`, false],
    [`now() + interval '4 seconds'`, false],
  ])(
    'names a fact that is dated otherwise than it was recorded: %s, %s [D190] [D255]',
    async (at, isTold) => {
      await run(insertVoid(at))
      const told = { fact: 'payout_voids', count: 1, declared: null, row: { reason: 'told' } }
      expect(await findTold()).toMatchObject(isTold ? [told] : [])
    },
  )

  test('takes a past that declares itself for what it is, and no other [D255]', async () => {
    await database().script(`${insertVoid(`'2020-01-01Z'`)};
      insert into told_pasts (workspace_id, id, reason)
      values ('${app.workspaceId}', gen_random_uuid(), 'Brought over from a spreadsheet')`)
    const declared = {
      fact: 'payout_voids',
      count: 1,
      declared: 'Brought over from a spreadsheet',
      row: null,
    }
    expect(await findTold()).toEqual([declared])

    await insertPayout(database(), app)
    await run('select pg_sleep(0.003)')
    await run(insertVoid(`'2020-01-01Z'`))
    expect(await findTold()).toEqual([
      declared,
      { fact: 'payout_voids', count: 1, declared: null, row: expect.objectContaining({ reason: 'told' }) },
    ])
  })
})
