import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import type { Queryable, Statement } from '../../src/database/statements/database.ts'

interface Call {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** The buffers that a page reads: under the plans that a warm connection has, and under the best and the worst of all. */
export interface PageCost {
  readonly buffers: number
  readonly cheapest: number
  readonly dearest: number
  /** The worst plans of all: their scans with the buffers of each. */
  readonly plan: string
}

/** A part of a plan. */
interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
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
  const usual = await explain(connection, calls, 'auto')
  if (usual.buffers <= comparedAbove) {
    // One read more, for the statement to get as warm as it does by the comparison.
    await readPage(connection)
    return { ...usual, cheapest: usual.buffers, dearest: usual.buffers }
  }
  const all = [
    usual,
    await explain(connection, calls, 'force_custom_plan'),
    await explain(connection, calls, 'force_generic_plan'),
  ].toSorted((a, b) => a.buffers - b.buffers)
  await run(connection, 'set plan_cache_mode = auto')
  const { buffers } = usual
  return {
    ...{ buffers, cheapest: all[0]?.buffers ?? buffers, dearest: all.at(-1)?.buffers ?? buffers },
    plan: all.at(-1)?.plan ?? usual.plan,
  }
}

async function explain(connection: Queryable, calls: readonly Call[], mode: string) {
  await run(connection, `set plan_cache_mode = ${mode}`)
  const plans: Plan[] = []
  for (const { statement, values } of calls) {
    const text = `explain (analyze, timing off, buffers, format json) execute "${statement.name}" (${values.map(toLiteral).join(', ')})`
    const [row] = await run<{ readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(connection, text)
    plans.push(...(row?.['QUERY PLAN'].map(({ Plan }) => Plan) ?? []))
  }
  const buffers = plans.reduce((sum, plan) => sum + countBuffers(plan), 0)
  return { buffers, plan: plans.flatMap(describeScans).join('; ') }
}

const countBuffers = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** The parts of a plan that read a table or an index. */
function describeScans(plan: Plan): readonly string[] {
  const read = plan['Index Name'] ?? plan['Relation Name']
  const own = read === undefined ? [] : [`${plan['Node Type']} ${read} ${countBuffers(plan)}`]
  return [...own, ...(plan.Plans ?? []).flatMap(describeScans)]
}

const run = <Row>(connection: Queryable, text: string) => connection.query<Row>({ name: '', text }, [])

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  return Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`
}
