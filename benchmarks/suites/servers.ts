import type { ScriptName } from '../load/scripts.ts'
import type { StoreName } from '../platform/stores/open-store.ts'
import type { ServerCase } from './suite.ts'

const programs = {
  ours: 'programs/ours.ts',
  floor: 'programs/floor.ts',
  fastify: 'programs/fastify.ts',
  hono: 'programs/hono.ts',
  express: 'programs/express.ts',
} as const

const storeLabels: Readonly<Record<StoreName, string>> = {
  ordinary: 'ordinary',
  same: '',
  pipelined: 'pipelined',
  combined: 'one statement',
}

/** Makes a case of a program, a way to ask the database, and a script. */
export function serverCase(program: keyof typeof programs, store: StoreName, script: ScriptName): ServerCase {
  const label = storeLabels[store]
  const name = label === '' ? program : `${program}, ${label}`
  return { kind: 'server', name, module: programs[program], store, script }
}
