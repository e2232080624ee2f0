import type { PrismaLedgerModel, PrismaLedgerRow } from '@affiliate-platform/shopify-recipes'

/** A table as Prisma serves one: each statement is atomic, and others run between two of them. */
export function createPrismaTable(): PrismaLedgerModel {
  const rows = new Map<string, PrismaLedgerRow>()
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const find = ({ key, claim }: { key: string; claim: string }) => {
    const row = rows.get(key)
    return row?.claim === claim ? row : undefined
  }
  return {
    findUnique: async ({ where }) => {
      await turn()
      return rows.get(where.key) ?? null
    },
    findMany: async ({ where, take }) => {
      await turn()
      const dueAtMs = (row: PrismaLedgerRow) => row.dueAt?.getTime() ?? Number.POSITIVE_INFINITY
      return [...rows.values()]
        .filter(
          (row) => row.key.startsWith(where.key.startsWith) && dueAtMs(row) <= where.dueAt.lte.getTime(),
        )
        .sort((a, b) => dueAtMs(a) - dueAtMs(b))
        .slice(0, take)
    },
    upsert: async ({ where, create }) => {
      await turn()
      const row = rows.get(where.key) ?? create
      rows.set(where.key, row)
      return row
    },
    updateMany: async ({ where, data }) => {
      await turn()
      if (find(where) === undefined) return { count: 0 }
      rows.set(where.key, data)
      return { count: 1 }
    },
    deleteMany: async ({ where }) => {
      await turn()
      return { count: find(where) && rows.delete(where.key) ? 1 : 0 }
    },
  }
}
