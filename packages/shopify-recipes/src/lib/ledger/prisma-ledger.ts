import { toRecord } from '../fault.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { runStatement } from './run-statement.ts'

/** One row of the ledger's table. */
export interface PrismaLedgerRow {
  readonly key: string
  readonly state: string
  readonly tasks: string
  readonly claim: string
  readonly since: Date
  readonly dueAt: Date | null
}

/** The model of the ledger in a Prisma client, such as `prisma.affiliateLedger`; only these are called. */
export interface PrismaLedgerModel {
  findUnique(args: { where: { key: string } }): PromiseLike<PrismaLedgerRow | null>
  findMany(args: {
    where: { key: { startsWith: string }; dueAt: { lte: Date } }
    orderBy: { dueAt: 'asc' }
    take: number
  }): PromiseLike<readonly PrismaLedgerRow[]>
  upsert(args: {
    where: { key: string }
    create: PrismaLedgerRow
    update: { key: string }
  }): PromiseLike<PrismaLedgerRow>
  updateMany(args: {
    where: { key: string; claim: string }
    data: PrismaLedgerRow
  }): PromiseLike<{ count: number }>
  deleteMany(args: { where: { key: string; claim: string } }): PromiseLike<{ count: number }>
}

const remedy =
  'Add the model AffiliateLedger from the README to schema.prisma, ' +
  'and run `npx prisma migrate dev --name affiliate-ledger`.'

/**
 * Makes a ledger on the Prisma model `AffiliateLedger` of the README. The primary key is what makes a claim atomic.
 *
 * @param model - the model's delegate, such as `prisma.affiliateLedger`
 *
 * @example
 * ```ts
 * import { createPrismaLedger, type PrismaLedgerModel } from '@affiliate-platform/shopify-recipes'
 *
 * declare const prisma: { affiliateLedger: PrismaLedgerModel }
 * const ledger = createPrismaLedger(prisma.affiliateLedger)
 * ```
 */
export function createPrismaLedger(model: PrismaLedgerModel): Ledger {
  const isMissing = (error: unknown) => {
    // A client that was generated before the model was added has no delegate at all.
    if (model === undefined || toRecord(error)['code'] === 'P2021') return true
    // What a driver adapter does not translate keeps the database's words.
    return error instanceof Error && error.message.includes('no such table')
  }
  const run = <Value>(work: () => PromiseLike<Value>) => runStatement(remedy, isMissing, work)
  return {
    read: (key) =>
      run(async () => {
        const row = await model.findUnique({ where: { key } })
        return row && toEntry(row)
      }),
    replace: (key, expected, next) =>
      run(async () => {
        if (expected === null) return next !== null && insert(model, toRow(next))
        const where = { key, claim: expected }
        const changed = next
          ? await model.updateMany({ where, data: toRow(next) })
          : await model.deleteMany({ where })
        return changed.count > 0
      }),
    listDue: (kind, untilMs, limit) =>
      run(async () => {
        const where = { key: { startsWith: `${kind}:` }, dueAt: { lte: new Date(untilMs) } }
        return (await model.findMany({ where, orderBy: { dueAt: 'asc' }, take: limit })).map(toEntry)
      }),
  }
}

/** Inserts a row, unless another process was first. */
async function insert(model: PrismaLedgerModel, row: PrismaLedgerRow): Promise<boolean> {
  try {
    // Not `create`, of which the log would tell an error for each second process. An update that changes nothing is
    // what makes this one statement: an empty one does not.
    const found = await model.upsert({ where: { key: row.key }, create: row, update: { key: row.key } })
    return found.claim === row.claim
  } catch (error) {
    // P2002: MySQL has no upsert that Prisma would use.
    if (toRecord(error)['code'] === 'P2002') return false
    throw error
  }
}

const toRow = ({ key, state, tasks, claim, sinceMs, dueAtMs }: LedgerEntry): PrismaLedgerRow => ({
  key,
  state,
  tasks,
  claim,
  since: new Date(sinceMs),
  dueAt: dueAtMs === null ? null : new Date(dueAtMs),
})

const toEntry = ({ key, state, tasks, claim, since, dueAt }: PrismaLedgerRow): LedgerEntry => ({
  key,
  state: state as LedgerEntry['state'],
  tasks,
  claim,
  sinceMs: since.getTime(),
  dueAtMs: dueAt === null ? null : dueAt.getTime(),
})
