import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { toPayoutReference } from '@affiliate-platform/platform/payout-files'
import { createWorkspace } from '@affiliate-platform/platform/workspaces'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { insertRow } from '@affiliate-platform/test-support/payout-builders'
import { beforeAll, expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

type Found = ConsoleResponse<'findAnything'>

const partOfId = 10
const shop = 'lantern-of-the-test.myshopify.com'
const contact = { email: 'kim@lantern.example', owner_name: 'Kim of Lantern' }

describeServiceOnEachEngine('find in the console', { console: { place: { origin }, folder } }, (service) => {
  const send = async (text: string, name = 'Rita') => {
    const headers = await signIn(service(), name)
    return await service().fetch(`/api/console/v1/find?${new URLSearchParams({ text })}`, { headers })
  }
  const find = async (text: string, name = 'Rita') => {
    const response = await send(text, name)
    expect([text, response.status]).toEqual([text, 200])
    return (await response.json()) as Found
  }
  const kindsOf = async (text: string, name?: string) =>
    (await find(text, name)).items.map(({ kind, id }) => `${kind} ${id}`)
  const readOne = async (text: string) => {
    const [row] = await service().database.query<{ readonly id: string; readonly name: string }>(
      { name: '', text },
      [service().ids.workspaceId],
    )
    if (row === undefined) throw new Error(`The demo has none: ${text}`)
    return row
  }

  beforeAll(async () => {
    const { database, ids } = service()
    const at = '2026-01-01T00:00:00.000Z'
    await insertRow(database, 'contacts', {
      ...{ workspace_id: ids.workspaceId, shop_domain: shop, created_at: at, updated_at: at },
      ...contact,
    })
    await insertRow(database, 'receipts', {
      ...{ workspace_id: ids.workspaceId, id: crypto.randomUUID(), shop_domain: shop, app_id: ids.appId },
      ...{ sent: 'contact', outcome: 'identified', uninstall_watch: 'none', request_id: 'req-of-the-test' },
      created_at: at,
    })
  })

  test.each([
    ['payout', 'payouts'],
    ['payout run', 'payout_runs'],
    ['commission', 'commissions'],
    ['referral', 'referrals'],
    ['membership', 'memberships'],
    ['program', 'programs'],
    ['app', 'apps'],
    ['key', 'api_keys'],
    ['link', 'links'],
    ['case', 'attribution_cases'],
    ['receipt', 'receipts'],
    ['payee', 'payees'],
    ['terms version', 'terms_versions'],
  ])('finds a %s by its id and by parts of it', async (kind, table) => {
    const { id } = await readOne(
      `select id::text as id, '' as name from ${table} where workspace_id = $1 order by id desc limit 1`,
    )
    expect(await kindsOf(id)).toEqual([`${kind} ${id}`])
    expect(await kindsOf(id.toUpperCase())).toEqual([`${kind} ${id}`])
    expect(await kindsOf(id.slice(-partOfId))).toContain(`${kind} ${id}`)
  })

  test.each([
    ['membership', `select id::text as id, member_name as name from memberships where workspace_id = $1`],
    ['program', `select id::text as id, name from programs where workspace_id = $1`],
    ['app', `select id::text as id, name from apps where workspace_id = $1`],
    ['key', `select id::text as id, name from api_keys where workspace_id = $1`],
  ])('finds a %s by its name, in any letter case', async (kind, text) => {
    const { id, name } = await readOne(`${text} order by id limit 1`)
    expect(await kindsOf(name)).toContain(`${kind} ${id}`)
    expect(await kindsOf(name.toUpperCase())).toContain(`${kind} ${id}`)
  })

  test('finds a member and a shop by what is within their names', async () => {
    const { ids, database } = service()
    const id = crypto.randomUUID()
    await insertRow(database, 'memberships', {
      ...{ workspace_id: ids.workspaceId, id, app_id: ids.appId, program_id: ids.programId },
      ...{ member_name: 'Zoë & the Quiet Harbour', created_at: '2026-01-01T00:00:00.000Z' },
    })
    expect(await kindsOf('quiet harb')).toEqual([`membership ${id}`])
    const referral = await readOne(
      `select id::text as id, shop_domain as name from referrals where workspace_id = $1 order by id limit 1`,
    )
    expect(await kindsOf(referral.name.slice(1))).toContain(`referral ${referral.id}`)
    expect(await kindsOf(referral.name)).toContain(`referral ${referral.id}`)
  })

  test('finds a payment by its reference, and a sale by its number, with what it earned and the payout [D479]', async () => {
    const unpaid = await readOne(
      `select id::text as id, currency as name from payouts
        where workspace_id = $1 and claimed_minor = 0 and not is_voided order by id limit 1`,
    )
    const report = crypto.randomUUID()
    await insertRow(service().database, 'payment_reports', {
      ...{ workspace_id: service().ids.workspaceId, id: report, payout_id: unpaid.id, amount_minor: 1 },
      ...{ method: 'paypal', reference: '8XK2 of the Test' },
      ...{ paid_at: '2026-01-01T00:00:00.000Z', created_at: '2026-01-01T00:00:00.000Z' },
    })
    expect(await kindsOf('8xk2 of the test')).toEqual([`report ${report}`])
    const sale = await readOne(
      `select payout_id::text as id, platform_id as name from commissions
        where workspace_id = $1 and payout_id is not null and platform_id is not null order by id limit 1`,
    )
    for (const text of [sale.name, sale.name.split('/').at(-1) ?? '']) {
      const found = await kindsOf(text)
      expect(found).toContain(`transaction ${sale.name}`)
      expect(found).toContain(`payout ${sale.id}`)
    }
    expect(await kindsOf(toPayoutReference(sale.id))).toEqual([`payout ${sale.id}`])
  })

  test('finds a sale that was set aside, with the reason and its app [D479]', async () => {
    const { database, ids } = service()
    const id = 'gid://partners/AppUsageSale/7700991'
    await insertRow(database, 'rows_set_aside', {
      ...{ workspace_id: ids.workspaceId, app_id: ids.appId, platform_id: id, reason: 'no_net' },
      ...{
        copy: '{}',
        run_id: (await readOne(`select id::text as id, '' as name from import_runs where workspace_id = $1`))
          .id,
      },
      created_at: '2026-01-01T00:00:00.000Z',
    })
    for (const text of [id, '7700991']) {
      const { items } = await find(text)
      const of = { kind: 'app', id: ids.appId }
      expect(items).toMatchObject([{ kind: 'set-aside sale', id, name: null, of, detail: 'no_net' }])
    }
  })

  test('finds a shop by its name, as its domain has that [D488]', async () => {
    const referral = await readOne(`
      insert into referrals
        (workspace_id, id, app_id, program_id, group_id, membership_id, shop_domain, installed_at, created_at)
      select workspace_id, gen_random_uuid(), app_id, program_id, group_id, membership_id,
        'annas-kite-co.myshopify.com', installed_at, created_at
      from referrals where workspace_id = $1 order by id limit 1
      returning id::text as id, shop_domain as name`)
    for (const said of ['Anna’s Kite & Co.', 'annas kite', 'KITE CO'])
      expect([said, await kindsOf(said)]).toEqual([said, [`referral ${referral.id}`]])
    expect(await kindsOf('anna kite')).toEqual([])
  })

  test('says of what has no name whose it is', async () => {
    const payout = await readOne(
      `select id::text as id, (select member_name from memberships where id = membership_id) as name
        from payouts where workspace_id = $1 order by id desc limit 1`,
    )
    const [found] = (await find(payout.id)).items
    expect(found).toMatchObject({ name: null, of: { kind: 'membership', name: payout.name } })
  })

  test('finds receipts by shop and by request, and people by name', async () => {
    const [receipt] = (await find('req-of-the-test')).items
    expect(receipt).toMatchObject({ kind: 'receipt', name: shop, detail: 'identified' })
    expect(await kindsOf(shop)).toContain(`receipt ${receipt?.id}`)
    const finn = await findAccountId(service(), 'Finn')
    const [person] = (await find('finn')).items
    expect(person).toMatchObject({ kind: 'person', id: finn, name: 'Finn', detail: 'finance' })
    expect(await kindsOf(finn.slice(-partOfId))).toEqual([`person ${finn}`])
  })

  test('finds by an address only whom the role may know to have it [D350] [D475]', async () => {
    const finn = await findAccountId(service(), 'Finn')
    expect(await kindsOf('Finn@Bright.example')).toEqual([`person ${finn}`])
    const payee = await readOne(
      `select membership_id::text as id, email as name from payees
        where workspace_id = $1 and email is not null order by id limit 1`,
    )
    for (const [name, isFound, seesContacts] of [
      ['Ada', true, true],
      ['Finn', true, false],
      ['Rita', false, false],
    ] as const) {
      const found = await find(payee.name, name)
      expect([name, found.items.some(({ kind }) => kind === 'membership')]).toEqual([name, isFound])
      for (const text of [contact.email, contact.email.toUpperCase(), shop]) {
        const { items } = await find(text, name)
        const contacts = items.filter(({ kind }) => kind === 'contact')
        const kim = [{ id: shop, name: contact.owner_name }]
        expect([name, text, contacts]).toMatchObject([name, text, seesContacts ? kim : []])
        expect([name, text, /kim/i.test(JSON.stringify(items))]).toEqual([name, text, seesContacts])
      }
      expect(await find(contact.owner_name, name)).toMatchObject({ items: [] })
    }
  })

  test('finds nothing of another workspace', async () => {
    const { database, ids } = service()
    const foreign = await database.query<{ readonly id: string; readonly name: string }>(
      {
        name: '',
        text: `
          select id::text as id, member_name as name from memberships where workspace_id <> $1
          union all select id::text, name from apps where workspace_id <> $1
          union all select id::text, shop_domain from referrals where workspace_id <> $1`,
      },
      [ids.workspaceId],
    )
    expect(foreign.length).toBeGreaterThan(2)
    for (const { id, name } of foreign) {
      for (const text of [id, id.slice(-partOfId), name]) {
        const { items } = await find(text, 'Ada')
        expect([text, items.map((item) => item.id).includes(id)]).toEqual([text, false])
      }
    }
    const elsewhere = await createWorkspace(database, 'Elsewhere')
    expect(await kindsOf(elsewhere.id, 'Ada')).toEqual([])
    expect(await kindsOf(ids.workspaceId, 'Ada')).toEqual([`workspace ${ids.workspaceId}`])
  })

  test.each(['', ' a ', 'a\u0000b', 'x'.repeat(201)])(
    'refuses what is no text to look for: %j',
    async (text) => {
      expect((await send(text)).status).toBe(400)
    },
  )

  test.each(["o'brien %_\\ \"'; --", '{}[]()*.+?', '\u202eabc', '😀😀', '------'])(
    'looks for odd texts as they are: %j',
    async (text) => {
      expect((await find(text, 'Ada')).items).toEqual([])
    },
  )

  test('says that there is more where it has cut', async () => {
    const { items, isCut } = await find(service().ids.payoutId.slice(0, 6))
    expect([items.length, isCut]).toEqual([50, true])
    expect((await find('finn')).isCut).toBe(false)
  })
})
