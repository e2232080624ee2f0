import type { Queryable } from '../../src/database/statements/database.ts'

/** Counts the buffers that the statements of a read touch, on either engine; each of them runs twice. */
export async function countBuffers(
  database: Queryable,
  read: (recorder: Queryable) => Promise<unknown>,
): Promise<number> {
  let buffers = 0
  await read({
    query: async (statement, values) => {
      interface Explained {
        readonly 'QUERY PLAN': readonly { readonly Plan: Readonly<Record<string, number>> }[]
      }
      const text = `explain (analyze, timing off, buffers, format json) ${statement.text}`
      const [row] = await database.query<Explained>({ name: '', text }, values)
      const plan = row?.['QUERY PLAN'][0]?.Plan
      buffers += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      return await database.query(statement, values)
    },
  })
  return buffers
}
