import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import type { Queryable, Statement } from '../../src/database/database.ts'

interface Call {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** The buffers that a page reads: under the plans that a warm connection has, and under the best and the worst of all. */
export interface PageCost {
  readonly buffers: number
  readonly cheapest: number
  readonly dearest: number
}

// The small size has the statements warm after its first pages, because all are read on one connection.
const warmCalls = scale({ quick: 3, soak: 8 })

/**
 * Measures a page on a connection that has read it before.
 *
 * @param comparedAbove - a page of no more buffers is cheap under whatever plan, and not compared with others; default:
 * every page is
 */
export async function measurePage(
  connection: Queryable,
  readPage: (connection: Queryable) => Promise<unknown>,
  comparedAbove = -1,
): Promise<PageCost> {
  let calls: Call[] = []
  const recorder: Queryable = {
    query: (statement, values) => {
      calls.push({ statement, values })
      return connection.query(statement, values)
    },
  }
  for (let call = 0; call < warmCalls; call += 1) {
    calls = []
    await readPage(recorder)
  }
  const buffers = await countBuffers(connection, calls, 'auto')
  if (buffers <= comparedAbove) {
    // One read more, for the statement to get as warm as it does by the comparison.
    await readPage(connection)
    return { buffers, cheapest: buffers, dearest: buffers }
  }
  const all = [
    buffers,
    await countBuffers(connection, calls, 'force_custom_plan'),
    await countBuffers(connection, calls, 'force_generic_plan'),
  ]
  await run(connection, 'set plan_cache_mode = auto')
  return { buffers, cheapest: Math.min(...all), dearest: Math.max(...all) }
}

async function countBuffers(connection: Queryable, calls: readonly Call[], mode: string): Promise<number> {
  await run(connection, `set plan_cache_mode = ${mode}`)
  let buffers = 0
  for (const { statement, values } of calls) {
    const text = `explain (analyze, timing off, buffers, format json) execute "${statement.name}" (${values.map(toLiteral).join(', ')})`
    const [row] = await run<{
      readonly 'QUERY PLAN': readonly { readonly Plan: Readonly<Record<string, number>> }[]
    }>(connection, text)
    const plan = row?.['QUERY PLAN'][0]?.Plan
    buffers += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  }
  return buffers
}

const run = <Row>(connection: Queryable, text: string) => connection.query<Row>({ name: '', text }, [])

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  return Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`
}
