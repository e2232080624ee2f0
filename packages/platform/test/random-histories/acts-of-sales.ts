import { pick } from '@affiliate-platform/test-support/guarantee-scale'
import { importLines } from '@affiliate-platform/test-support/money-world'
import { expect } from 'vitest'
import { linkRefund } from '../../src/app-transactions.ts'
import type { Database, Queryable } from '../../src/database.ts'
import { voidReferral } from '../../src/referrals.ts'
import { continueImport, startImport } from '../../src/sales/import-sales.ts'
import { readAppTransaction } from '../../src/sales/read-app-transaction.ts'
import { moveSale, postWaiting } from '../../src/sales.ts'
import { drawRow, drawRules, type Random, shops } from './draw-rows.ts'
import { type Outcome, type Row, toLine } from './told-sales.ts'
import { actor, posts, referredShops, referShop, type World } from './world.ts'

/** Imports some rows in pieces: files, or pages of a feed. Now and then the process dies before they are posted. */
export async function importSome(world: World, random: Random): Promise<void> {
  const rows: Row[] = []
  for (let left = 1 + random.below(8); left > 0; left -= 1)
    rows.push(drawRow(random, [...world.rows, ...rows]))
  world.rows.push(...rows)
  const pieces = cut(random, rows)
  const dies = random.below(4) === 0
  if (world.isFeed) return await importPages(world, pieces, dies)
  for (const piece of pieces) await importFile(world, piece, { restate: random.below(3) === 0, dies })
}

/** Imports a file. What was cut off goes on with the same file, and ends as if it had not been. */
export async function importFile(
  world: World,
  rows: readonly Row[],
  { restate = false, dies = false } = {},
): Promise<void> {
  const { database, workspaceId, appId, cutOff } = world
  const lines = rows.map(toLine)
  const content = JSON.stringify([lines, restate])
  const importing = importLines(
    dies ? notPosting(database) : database,
    { workspaceId, appId, restate },
    lines,
  )
  if (!cutOff.has(content)) {
    const outcome = tell(world, rows, restate)
    if (!dies) expect(toOutcome(await importing)).toEqual(outcome)
  }
  if (dies) {
    cutOff.set(content, { rows, restate })
    return await expect(importing).rejects.toThrow('The process died.')
  }
  await importing
  cutOff.delete(content)
  posts(world)
}

async function importPages(world: World, pages: readonly (readonly Row[])[], dies: boolean): Promise<void> {
  const { database, workspaceId, appId } = world
  const source = 'partner_transactions' as const
  const run = await startImport(database, { workspaceId, appId, source, arguments: {}, actor })
  async function* read() {
    for (const page of pages) {
      const rows = [...new Map(page.map((row) => [row.platformId, row])).values()]
      tell(world, rows, true)
      const readings = rows.map((row) => readAppTransaction(toCandidate(row)))
      const appTransactions = readings.flatMap((reading) =>
        'appTransaction' in reading ? [reading.appTransaction] : [],
      )
      yield { rows: appTransactions, setAside: [], read: rows.length, replaced: 0, latestAt: null }
    }
  }
  const target = dies ? notPosting(database) : database
  const importing = continueImport(target, { run, actor, idAt: undefined, staysOpen: () => dies }, read())
  if (dies) return await expect(importing).rejects.toThrow('The process died.')
  await importing
  posts(world)
}

/** Goes on with a file that was cut off. */
export async function resume(world: World, random: Random): Promise<void> {
  if (world.cutOff.size === 0) return
  const { rows, restate } = pick(random, [...world.cutOff.values()])
  await importFile(world, rows, { restate })
}

/** Posts what waits, as a run by command does first. */
export async function postWhatWaits(world: World): Promise<void> {
  const { workspaceId } = world
  expect(await postWaiting(world.database, { workspaceId, actor })).toMatchObject({ unposted: [] })
  posts(world)
}

/** Moves a sale to the shop that its source names. */
export async function moveOne(world: World, random: Random): Promise<void> {
  const open = world.told.misplaced()
  if (open.length === 0) return
  const { row, shopDomain: fromDomain } = pick(random, open)
  const { platformId, shopDomain } = row
  const move = {
    workspaceId: world.workspaceId,
    appId: world.appId,
    platformId,
    shopDomain,
    reason: 'theirs',
    actor,
  }
  expect(await moveSale(world.database, move)).toMatchObject({ ok: true, fromDomain })
  world.told.move(platformId)
  posts(world, [fromDomain, shopDomain])
}

/** Links a refund to a sale of its shop and currency, or takes its link back. */
export async function linkOne(world: World, random: Random): Promise<void> {
  const { database, workspaceId, appId, told, links } = world
  const shop = pick(random, shops)
  const appTransactions = told.appTransactionsOf(shop)
  const refunds = appTransactions.filter(({ kind }) => kind === 'adjustment' || kind === 'credit')
  if (refunds.length === 0) return
  const { platformId: refundId, gross } = pick(random, refunds)
  const sales = appTransactions.filter(
    (one) => !refunds.includes(one) && one.gross.currency === gross.currency,
  )
  const saleId = sales.length === 0 || random.below(4) === 0 ? null : pick(random, sales).platformId
  const linked = await linkRefund(database, {
    workspaceId,
    appId,
    refundId,
    saleId,
    reason: 'said so',
    actor,
  })
  const isNew = (links.get(refundId) ?? null) !== saleId
  expect(linked).toMatchObject({ ok: true, isNew })
  if (saleId === null) links.delete(refundId)
  else links.set(refundId, saleId)
  if (isNew) posts(world, [shop])
}

/** Voids a referral; or lets somebody refer a shop that nobody does. */
export async function changeReferral(world: World, random: Random): Promise<void> {
  const { database, workspaceId, referrals, memberIds } = world
  const shopDomain = pick(random, shops)
  const living = referrals.findIndex((one) => one.shopDomain === shopDomain && one.voidedAtMs === null)
  const referral = referrals[living]
  if (referral === undefined) {
    return await referShop(world, {
      membershipId: pick(random, memberIds),
      shopDomain,
      rules: drawRules(random),
    })
  }
  const key = { workspaceId, referralId: referral.id }
  expect(await voidReferral(database, key, { reason: 'fraud', actor })).toMatchObject({ ok: true })
  referrals[living] = { ...referral, voidedAtMs: Date.now() }
  posts(world, [shopDomain])
}

/** Tells the model what an import has stored: its shops wait to be posted. */
function tell(world: World, rows: readonly Row[], restates: boolean): Outcome {
  const { told, waiting } = world
  const contents = () =>
    shops.map((shop) => JSON.stringify(told.appTransactionsOf(shop).map(({ revision }) => revision)))
  const before = contents()
  const outcome = told.take(rows, { restates, referred: referredShops(world) })
  for (const [index, after] of contents().entries())
    if (after !== before[index]) waiting.add(shops[index] ?? '')
  return outcome
}

const toCandidate = (row: Row) => {
  const { currency, ...line } = toLine(row)
  const currencies = { grossCurrency: currency, netCurrency: currency }
  return { ...line, ...currencies, platformId: row.platformId, shopNumber: null, platformFee: null }
}

function toOutcome({
  new: added,
  revised,
  known,
  replaced,
  unreferred,
  older,
  setAside,
}: Awaited<ReturnType<typeof importLines>>): Outcome {
  const idsOf = (rows: readonly { readonly platformId: string }[]) =>
    rows.map(({ platformId }) => platformId).sort()
  return { new: added, revised, known, replaced, unreferred, older: idsOf(older), otherShop: idsOf(setAside) }
}

function cut(random: Random, rows: readonly Row[]): readonly (readonly Row[])[] {
  const first = random.below(rows.length + 1)
  return [rows.slice(0, first), rows.slice(first)].filter((piece) => piece.length > 0)
}

/** As if the process died between the storing of rows and their posting. */
function notPosting(database: Database): Database {
  const guard = ({ query }: Queryable): Queryable['query'] =>
    ((statement, values) => {
      const dies = statement.name.startsWith('posting_')
      return dies ? Promise.reject(new Error('The process died.')) : query(statement, values)
    }) as Queryable['query']
  return {
    ...database,
    query: guard(database),
    transaction: (run) => database.transaction((tx) => run({ ...tx, query: guard(tx) })),
  }
}
