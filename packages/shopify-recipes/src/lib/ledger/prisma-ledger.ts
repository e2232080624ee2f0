import { toRecord } from '../fault.ts'
import type { Ledger } from './ledger.ts'

/** One row of the ledger's table. */
export interface PrismaLedgerRow {
  readonly key: string
  readonly claim: string
  readonly claimedAt: Date
  /** When the claim ends; null once it is confirmed. */
  readonly claimedUntil: Date | null
}

/** The model of the ledger in a Prisma client, such as `prisma.affiliateLedger`; only these are called. */
export interface PrismaLedgerModel {
  create(args: { data: PrismaLedgerRow }): PromiseLike<unknown>
  updateMany(args: {
    where: { key: string; claim?: string; claimedUntil: { lte: Date } | { not: null } }
    data: Partial<Omit<PrismaLedgerRow, 'key'>>
  }): PromiseLike<{ count: number }>
  deleteMany(args: {
    where: { key: string; claim?: string; claimedUntil?: { not: null }; claimedAt?: { lte: Date } }
  }): PromiseLike<unknown>
}

/** Options of a Prisma ledger. */
export interface PrismaLedgerOptions {
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
}

/**
 * Makes a ledger on a Prisma model, which needs four columns: `key String @id`, `claim String`,
 * `claimedAt DateTime`, `claimedUntil DateTime?`. The primary key is what makes a claim atomic.
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
export function createPrismaLedger(model: PrismaLedgerModel, options: PrismaLedgerOptions = {}): Ledger {
  const { now = Date.now } = options
  return {
    claim: (key, leaseMs) => claim(model, key, { nowMs: now(), leaseMs }),
    confirm: async (key, claim) => {
      await model.updateMany({
        where: { key, claim, claimedUntil: { not: null } },
        data: { claimedUntil: null },
      })
    },
    release: async (key, claim) => {
      await model.deleteMany({ where: { key, claim, claimedUntil: { not: null } } })
    },
    clear: async (key, untilMs) => {
      await model.deleteMany({ where: { key, claimedAt: { lte: new Date(untilMs) } } })
    },
  }
}

async function claim(
  model: PrismaLedgerModel,
  key: string,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<string | null> {
  const now = new Date(nowMs)
  const row = { claim: crypto.randomUUID(), claimedAt: now, claimedUntil: new Date(nowMs + leaseMs) }
  // A lapsed claim is taken over in the one statement that also checks it; of two processes one counts 1.
  const { count } = await model.updateMany({ where: { key, claimedUntil: { lte: now } }, data: row })
  if (count > 0) return row.claim
  try {
    await model.create({ data: { key, ...row } })
    return row.claim
  } catch (error) {
    // P2002: another process holds the row.
    if (toRecord(error)['code'] === 'P2002') return null
    throw error
  }
}
