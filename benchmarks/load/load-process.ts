import { buildWorld } from '../database/world.ts'
import { promptForChoices } from '../runner/conversation.ts'
import { openConnection } from './http-connection.ts'
import type { ScriptContext } from './script.ts'
import { type ScriptName, scripts } from './scripts.ts'

/** What the load process is asked to do. */
export interface LoadQuestion extends Omit<ScriptContext, 'world'> {
  readonly script: ScriptName
  readonly payouts: number
  readonly port: number
  readonly connections: number
  readonly durationMs: number
}

/** What came of it. */
export interface LoadResult {
  readonly requests: number
  readonly durationMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const worlds = new Map<number, ReturnType<typeof buildWorld>>()

promptForChoices<LoadQuestion | { readonly prepare: LoadQuestion }>(async (question) =>
  'prepare' in question ? await prepare(question.prepare) : await run(question),
)

async function createScript({ script, payouts, ...context }: LoadQuestion) {
  const world = worlds.get(payouts) ?? buildWorld(payouts)
  worlds.set(payouts, world)
  return await scripts[script]({ world, ...context })
}

/** Brings the server into the state that the script needs, each request on a connection of its own. */
async function prepare(question: LoadQuestion): Promise<null> {
  const script = await createScript(question)
  await script.prepare?.(async (request) => {
    const connection = openConnection(question.port)
    try {
      return await connection.send(request)
    } finally {
      connection.close()
    }
  })
  return null
}

async function run(question: LoadQuestion): Promise<LoadResult> {
  const script = await createScript(question)
  const connections = Array.from({ length: question.connections }, () => openConnection(question.port))
  const latenciesMs: number[] = []
  const startMs = performance.now()
  const endMs = startMs + question.durationMs
  await Promise.all(
    connections.map(async (connection) => {
      const visitor = script.createVisitor()
      for (let sentMs = performance.now(); sentMs < endMs; ) {
        visitor.read(await connection.send(visitor.next()))
        const respondedMs = performance.now()
        latenciesMs.push(respondedMs - sentMs)
        sentMs = respondedMs
      }
    }),
  )
  const durationMs = performance.now() - startMs
  for (const connection of connections) connection.close()
  const sorted = Float64Array.from(latenciesMs).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { requests: sorted.length, durationMs, p50Ms: at(0.5), p99Ms: at(0.99) }
}
