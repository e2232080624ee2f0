import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { folder } from './folder.ts'

const byVite = { build: 'vite:build', server: 'build/server/index.js', install: {} }
const byRemix = { build: 'build', server: 'build/index.js', install: { authPath: '/auth' } }

/** Shopify's Remix template at three dates, each with how it is built and served, and how shops install it. */
export const olderRemix = {
  '2023-11': { remix: '2.3', adapter: '2.1', ...byRemix },
  '2024-03': { remix: '2.8', adapter: '2.7', ...byVite },
  '2024-07': { remix: '2.10', adapter: '3.1', ...byVite },
} as const

export type OlderRemix = keyof typeof olderRemix

/** An app of that date, which gets the recipes by `add`. */
export interface OlderApp {
  /** Runs `add`, and returns what it printed. */
  readonly add: () => string
  /** Runs the compiler of its time. */
  readonly checkTypes: () => void
  /** Tells the world what happens, by lines that a developer adds to those of `add`. */
  readonly addCallbacks: () => void
  readonly build: () => void
}

const bin = 'apps/node_modules/@affiliate-platform/shopify-recipes/bin/affiliate-recipes.js'

/**
 * Writes the app anew, in a folder below that of its packages. In the place of Prisma it has a client without engines.
 *
 * @param name - of the folder; in `forward` the app only forwards uninstalls
 */
export function createOlderApp(date: OlderRemix, name: 'checked' | 'install' | 'forward'): OlderApp {
  const variant = name === 'forward' ? 'forward' : 'install'
  const source = resolve(folder, 'apps', `remix-${date}`)
  const app = join(source, 'build', name)
  rmSync(app, { recursive: true, force: true })
  cpSync(resolve(folder, 'shared/older-remix'), app, { recursive: true })
  for (const own of readdirSync(source)) {
    if (own !== 'build' && own !== 'node_modules') {
      cpSync(join(source, own), join(app, own), { recursive: true })
    }
  }
  cpSync(resolve(folder, 'shared/prisma'), join(app, 'node_modules'), { recursive: true })
  const { resolve: find } = createRequire(join(app, 'package.json'))
  const change = (path: string, from: string, to: string) => {
    const text = readFileSync(join(app, path), 'utf8')
    if (!text.includes(from)) throw new Error(`${path} does not hold ${from}`)
    writeFileSync(join(app, path), text.replace(from, to))
  }
  return {
    add: () => run(app, [resolve(folder, bin), 'add', '--yes', '--backfill', '--variant', variant]),
    checkTypes: () => void run(app, [find('typescript/bin/tsc'), '--project', '.']),
    addCallbacks: () => {
      const config = 'app/shopify.server.ts'
      const route = 'app/routes/webhooks.app.uninstalled.ts'
      const line = (names: string, from: string) => `import { ${names} } from '${from}/callbacks.server'\n`
      if (variant === 'install') {
        change(config, 'identifyOnInstall({', 'identifyOnInstall({ ...events,')
        change(config, 'import ', `${line('events', '.')}import `)
      }
      change(route, 'isBack }) => {', 'isBack }) => {\n    await onUninstalled({ shop, isBack })')
      change(route, 'import ', `${line('onUninstalled', '..')}import `)
    },
    build: () => void run(app, [find('@remix-run/dev/dist/cli.js'), olderRemix[date].build]),
  }
}

/** Makes what a host serves: the app with the hook, and the one that only forwards uninstalls. */
export function buildOlderApps(date: OlderRemix): void {
  for (const name of ['install', 'forward'] as const) {
    const app = createOlderApp(date, name)
    app.add()
    app.addCallbacks()
    app.build()
  }
}

function run(cwd: string, words: readonly string[]): string {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}
