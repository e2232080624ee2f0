import type { Database, Queryable } from '../../src/database.ts'
import { deleteOldIdempotencyRecords } from '../../src/retention.ts'

/** A part of a plan. */
interface Plan {
  readonly 'Subplan Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}

interface ExplainRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[]
}

/** Deletes all old records on one connection. @returns the buffers of each batch, repeated once it has its plan */
export async function countBatchBuffers(database: Database): Promise<readonly number[]> {
  const buffers: number[] = []
  await database.session((connection) =>
    deleteOldIdempotencyRecords({
      query: async <Row>(...[statement, values]: Parameters<Queryable['query']>) => {
        const rows = await connection.query<Row>(statement, values)
        const literals = values.map((value) =>
          value instanceof Date ? `'${value.toISOString()}'` : String(value),
        )
        const text = `explain (analyze, buffers, format json) execute ${statement.name} (${literals.join(', ')})`
        const [row] = await connection.query<ExplainRow>({ name: '', text }, [])
        const plan = row?.['QUERY PLAN'][0]?.Plan
        // The deletion runs when the rest has ended, and is not counted with it.
        const parts = [plan, plan?.Plans?.find((part) => part['Subplan Name'] === 'CTE gone')]
        buffers.push(
          parts.reduce(
            (sum, part) => sum + Number(part?.['Shared Hit Blocks']) + Number(part?.['Shared Read Blocks']),
            0,
          ),
        )
        return rows
      },
    }),
  )
  return buffers
}
