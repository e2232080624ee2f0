import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildExampleRules, buildLine, importLines } from '@affiliate-platform/test-support/money-world'
import { createdAt, insertApp, insertRecord } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import {
  type AnalyticsReport,
  attributeWaiting,
  decideCase,
  importAnalytics,
  listCases,
  undoImport,
} from '../../src/attribution.ts'
import { explainReferredShop } from '../../src/explain.ts'
import { insertInstallEvents } from '../../src/install-events/store.ts'
import { createLink } from '../../src/links.ts'
import { pay } from '../payout-runs/runs.ts'

const actor = 'operator:mia'
const listing = 'https://apps.shopify.com/reviews'
const shopDomain = 'maple.myshopify.com'
const at = (day: string) => `2026-02-${day}T00:00:00.000Z`

const view = (visitor: string, day: string, query: string, page = listing) => ({
  ...{ event: 'view', visitor, occurred_at: at(day), page_location: `${page}${query}` },
})
const install = (visitor: string, day: string, shop: object = { shop_url: shopDomain }) => ({
  ...{ event: 'install', visitor, occurred_at: at(day), ...shop },
})

async function* toNdjson(rows: readonly object[]): AsyncGenerator<Uint8Array> {
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

describeOnEachEngine('an import of analytics', (database) => {
  /** An app with a listing, two programs, and in each a member with a link. */
  async function build() {
    const app = await insertApp(database())
    const { workspaceId, appId } = app
    await database().script(`
      update apps set slug = 'reviews-${appId}', listing_url = '${listing}?ref={code}' where id = '${appId}';
      insert into sale_feeds (workspace_id, app_id, installs_read_until)
      values ('${workspaceId}', '${appId}', now())`)
    const inApp = { workspace_id: workspaceId, app_id: appId, created_at: createdAt }
    const programId = await insertRecord(database(), 'programs', { ...inApp, name: 'Second' })
    const member = { ...inApp, program_id: programId, member_name: 'Noa' }
    const noa = await insertRecord(database(), 'memberships', member)
    for (const program of [app.programId, programId]) {
      await insertRecord(database(), 'terms_versions', {
        ...{
          ...inApp,
          program_id: program,
          rules: buildExampleRules({ windowDays: 30 }),
          effective_at: createdAt,
        },
        ...{ target_kind: 'program', target_id: program, operator: 'mia' },
      })
    }
    const link = (membershipId: string, code: string) =>
      createLink(database(), { workspaceId, membershipId, code, label: null, actor })
    await link(app.membershipId, 'Mia')
    await link(noa, 'noa')
    const scope = { workspaceId, appId, actor }
    return {
      ...{ workspaceId, appId, mia: app.membershipId, noa, link },
      importRows: (rows: readonly object[], isDryRun = false): Promise<AnalyticsReport> =>
        importAnalytics(database(), {
          ...{ ...scope, file: 'ga4.ndjson', isDryRun, bytes: toNdjson(rows), onProgress: () => undefined },
        }),
      tellInstall: (day: string, shop = shopDomain, shopNumber: string | null = null) =>
        insertInstallEvents(database(), { ...scope, source: 'partner' }, [
          { kind: 'installed', shopDomain: shop, shopNumber, occurredAt: at(day) },
        ]),
      undo: (importId: string | null) =>
        undoImport(database(), { workspaceId, importId: importId ?? '', reason: 'wrong file', actor }),
      members: async (shop = shopDomain) => {
        const text =
          'select membership_id as id from referrals where workspace_id = $1 and shop_domain = $2 and voided_at is null'
        const rows = await database().query<{ id: string }>({ name: '', text }, [workspaceId, shop])
        return rows.map(({ id }) => id)
      },
      verdicts: async (shop = shopDomain) => {
        const found = await explainReferredShop(database(), { workspaceId, appId, shopDomain: shop })
        return found?.evidence?.map(({ verdict }) => verdict.code)
      },
    }
  }

  test('gives the first touch the shop, whether the install is known before or after [D335]', async () => {
    const rows = [view('a', '03', '?ref=noa'), view('a', '02', '?mref=mia'), install('a', '05')]
    for (const isBefore of [true, false]) {
      const world = await build()
      if (isBefore) await world.tellInstall('05')
      const report = await world.importRows(rows)
      expect(report).toMatchObject({ views: 2, installs: 1, new: 2, known: 0, unused: {} })
      expect(report.verdicts).toEqual(isBefore ? { accepted: 1, later_touch: 1 } : { no_install: 2 })
      if (!isBefore) await world.tellInstall('05')
      await attributeWaiting(database())
      expect(await world.members()).toEqual([world.mia])
      expect((await world.verdicts())?.sort()).toEqual(['accepted', 'later_touch'])
    }
  })

  test('adds nothing when it is told again, nor in a dry run [D335]', async () => {
    const world = await build()
    const rows = [view('a', '02', '?mref=mia'), install('a', '05')]
    expect(await world.importRows(rows, true)).toMatchObject({ importId: null, new: 1, known: 0 })
    const first = await world.importRows(rows)
    expect(first).toMatchObject({ new: 1, known: 0 })
    expect(await world.importRows(rows, true)).toMatchObject({ importId: null, new: 0, known: 1 })
    const again = await world.importRows(rows)
    expect(again).toMatchObject({ importId: first.importId, new: 0, known: 1 })
    // Another file tells it too, among others.
    const other = await world.importRows([...rows, view('b', '02', '?mref=mia')])
    expect(other).toMatchObject({ new: 0, known: 1, unused: { no_install: 1 } })
    expect(other.importId).not.toBe(first.importId)
    expect(await world.verdicts()).toEqual(['no_install'])
  })

  test('finds a code behind a foreign one, decoded, in capital and small letters, at any place [D335]', async () => {
    const world = await build()
    const pages = ['?mref=foreign&ref=noa', '?utm_source=google&ref=NoA', '?mref=%6Eoa', '?mref=&ref=+noa%20']
    const odd = ['?mref=%E0%A4%A&ref=noa', '?mref=x&mref=noa', '?surface_type=search&MREF=mia&utm_source=noa']
    const rows = [...pages, ...odd].flatMap((query, index) => [
      view(`v${index}`, '02', query),
      install(`v${index}`, '05', { shop_url: `https://s${index}.myshopify.com/` }),
    ])
    for (const index of rows.keys()) await world.tellInstall('05', `s${index}.myshopify.com`)
    expect(await world.importRows(rows)).toMatchObject({ new: 7, unused: {}, verdicts: { accepted: 7 } })
    for (let index = 0; index < 7; index += 1) {
      expect(await world.members(`s${index}.myshopify.com`)).toEqual([world.noa])
    }
    // Two codes that both are there: mref comes before utm_source, and that before ref.
    await world.importRows([
      view('x', '02', '?ref=noa&utm_source=mia'),
      install('x', '05', { shop_url: 'x.myshopify.com' }),
    ])
    await world.tellInstall('05', 'x.myshopify.com')
    await attributeWaiting(database())
    expect(await world.members('x.myshopify.com')).toEqual([world.mia])
  })

  test('counts by reason what leads to nothing [D335]', async () => {
    const world = await build()
    const report = await world.importRows([
      view('a', '02', '?mref=mia', 'https://apps.shopify.com.example.com/reviews'),
      view('a', '02', '?mref=mia', 'https://apps.shopify.com/other'),
      view('a', '02', '?locale=de'),
      view('a', '02', '?mref=nobody'),
      view('b', '02', '?mref=mia'),
      view('c', '06', '?mref=mia'),
      install('c', '05'),
      install('d', '05'),
      view('e', '02', '?mref=mia'),
      install('e', '05', { shop_id: 4711, shop_url: null }),
      view('f', '02', '?mref=mia'),
      view('f', '03', '?mref=mia'),
      install('f', '05'),
    ])
    expect(report).toMatchObject({
      ...{ views: 9, installs: 4, new: 1, unknownShops: ['4711'] },
      unused: {
        ...{ other_host: 1, other_listing: 1, no_code: 1, unknown_code: 1, no_install: 1, no_view: 1 },
        ...{ outside_window: 2, unknown_shop: 2, later_view: 1 },
      },
    })
  })

  test('counts both ends of the window of the terms in force at the touch [D335]', async () => {
    const world = await build()
    const far = (visitor: string, time: string) => [
      { ...view(visitor, '01', '?mref=mia'), occurred_at: '2026-02-01T00:00:00.000Z' },
      { ...install(visitor, '01', { shop_url: `${visitor}.myshopify.com` }), occurred_at: time },
    ]
    const report = await world.importRows([
      ...far('same', '2026-02-01T00:00:00.000Z'),
      ...far('last', '2026-03-03T00:00:00.000Z'),
      ...far('past', '2026-03-03T00:00:00.001Z'),
    ])
    expect(report).toMatchObject({ new: 2, unused: { outside_window: 2 } })
  })

  test('knows a shop by its number, as integer or text, once its install is known [D335]', async () => {
    const world = await build()
    const rows = [
      view('a', '02', '?mref=mia'),
      install('a', '05', { shop_id: 4711 }),
      view('b', '02', '?mref=noa'),
      install('b', '05', { shop_id: '4712', shop_url: 'old-name.myshopify.com' }),
    ]
    expect(await world.importRows(rows)).toMatchObject({ new: 1, unused: { unknown_shop: 2 } })
    await world.tellInstall('05', 'one.myshopify.com', '4711')
    await world.tellInstall('05', 'two.myshopify.com', '4712')
    expect(await world.importRows(rows)).toMatchObject({ unused: {}, verdicts: { accepted: 2 } })
    expect(await world.members('one.myshopify.com')).toEqual([world.mia])
    expect(await world.members('two.myshopify.com')).toEqual([world.noa])
  })

  test('gives a handle of two programs to the one that had it first, and the other is told [D335]', async () => {
    const world = await build()
    expect(await world.link(world.noa, 'MIA')).toEqual({ ok: false, rejection: 'code_taken' })
    await world.tellInstall('05')
    await world.importRows([view('a', '02', '?mref=MIA'), install('a', '05')])
    expect(await world.members()).toEqual([world.mia])
  })

  test('makes a case of a view that comes out of a flood of clicks, and drops nothing [D337]', async () => {
    const world = await build()
    const { workspaceId, mia } = world
    await world.tellInstall('05')
    await database().script(`
      insert into clicks (workspace_id, id, link_id, visitor, occurred_at)
      select '${workspaceId}', gen_random_uuid(), id, '', '2026-02-01T12:00:00Z'
      from links, generate_series(1, 500) where membership_id = '${mia}'`)
    const report = await world.importRows([
      view('a', '02', '?mref=mia'),
      view('b', '03', '?mref=noa'),
      install('a', '05'),
      install('b', '05'),
    ])
    expect(report.verdicts).toEqual({ flood: 1, accepted: 1 })
    const page = { after: undefined, limit: 10 }
    const [held] = await listCases(database(), { workspaceId, isWithDecided: false }, page)
    expect(held).toMatchObject({ kind: 'flood', membershipId: mia, dayClicks: 500 })
    const decision = { caseId: held?.id ?? '', decision: 'accept', reason: 'a mailing' } as const
    await decideCase(database(), { workspaceId, ...decision, actor })
    expect(await world.members()).toEqual([mia])
  })

  test('is undone while nothing depends on it, and can be imported again [D336]', async () => {
    const world = await build()
    await world.tellInstall('05')
    const rows = [view('a', '02', '?mref=mia'), install('a', '05')]
    const { importId } = await world.importRows(rows)
    expect(await world.members()).toEqual([world.mia])
    expect(await world.undo(importId)).toEqual({ ok: true, evidence: 1, shops: 1 })
    expect([await world.members(), await world.verdicts()]).toEqual([[], ['withdrawn']])
    expect(await world.undo(importId)).toMatchObject({ rejection: 'undone_already' })
    expect(await world.undo(world.appId)).toMatchObject({ rejection: 'unknown_import' })

    const again = await world.importRows(rows)
    expect(again).toMatchObject({ new: 0, known: 1, verdicts: { accepted: 1 } })
    expect(again.importId).not.toBe(importId)
    // What two imports tell is withdrawn with the second of them.
    const other = await world.importRows([...rows, view('a', '03', '?ref=noa')])
    expect(await world.undo(again.importId)).toEqual({ ok: true, evidence: 0, shops: 0 })
    expect(await world.members()).toEqual([world.mia])
    expect(await world.undo(other.importId)).toMatchObject({ ok: true, evidence: 2 })
    expect(await world.members()).toEqual([])
  })

  test('is not undone once a commission is in a payout, or a person accepted a case [D336]', async () => {
    const world = await build()
    const { workspaceId, appId } = world
    await world.tellInstall('05')
    const rows = [view('a', '02', '?mref=mia'), install('a', '05')]
    const { importId } = await world.importRows(rows)
    await importLines(database(), { workspaceId, appId }, [
      buildLine({ shopDomain, gross: '190.0', net: '184.5', collectedAt: at('10') }),
    ])
    await pay(database(), workspaceId, '2026-06-01')
    expect(await world.undo(importId)).toEqual({ ok: false, rejection: 'paid', shopDomain })
    expect(await world.members()).toEqual([world.mia])

    // An earlier touch that is told now is late, and a person may accept it.
    const late = await world.importRows([view('b', '01', '?ref=noa'), install('b', '05')])
    expect(late.verdicts).toEqual({ late: 1 })
    const page = { after: undefined, limit: 10 }
    const [held] = await listCases(database(), { workspaceId, isWithDecided: false }, page)
    const decision = { caseId: held?.id ?? '', decision: 'accept', reason: 'known' } as const
    await decideCase(database(), { workspaceId, ...decision, actor })
    expect(await world.undo(late.importId)).toEqual({ ok: false, rejection: 'accepted', shopDomain })
  })
})
