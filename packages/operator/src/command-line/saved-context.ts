import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolder } from '@affiliate-platform/platform/database'
import * as z from 'zod'

type Environment = Readonly<Record<string, string | undefined>>

const contextSchema = z.object({ AFFILIATE_WORKSPACE: z.guid(), AFFILIATE_APP: z.optional(z.guid()) })

/** The workspace, and perhaps the app, of commands that name none; by the names of the settings. */
export type Context = z.infer<typeof contextSchema>

/** Where the context of this user is kept (D126). */
export function contextFile({ XDG_CONFIG_HOME, HOME = homedir() }: Environment): string {
  return join(XDG_CONFIG_HOME || join(HOME, '.config'), 'affiliate-platform', 'context.json')
}

/** Reads the context; `undefined` where there is none that can be read. */
export function readContext(env: Environment): Context | undefined {
  try {
    return contextSchema.parse(JSON.parse(readFileSync(contextFile(env), 'utf8')))
  } catch {
    return undefined
  }
}

/** Keeps a context; without one, forgets it. Returns its file. */
export function writeContext(env: Environment, context: Context | undefined): string {
  const file = contextFile(env)
  if (context === undefined) {
    rmSync(file, { force: true })
  } else {
    makeFolder(dirname(file))
    writeFileSync(file, `${JSON.stringify(context, null, 2)}\n`)
  }
  return file
}

/** Lets the context stand where the environment says nothing: a setting of the shell is the nearer word. */
export function applyContext(env: NodeJS.ProcessEnv): void {
  const { AFFILIATE_WORKSPACE, AFFILIATE_APP } = env
  // An app belongs to its workspace: that of the context is none of another workspace's.
  if (AFFILIATE_WORKSPACE || AFFILIATE_APP) return
  Object.assign(env, readContext(env))
}
