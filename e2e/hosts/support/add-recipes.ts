import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { folder } from './folder.ts'

const home = resolve(folder, 'apps/express-added')
const program = resolve(
  folder,
  'apps/node_modules/@affiliate-platform/shopify-recipes/bin/affiliate-recipes.js',
)

/** The apps that are put together of parts in `apps/express-added/app`, by their names. */
const apps = {
  function: { parts: ['in-a-function', 'sessions-of-the-world'], variants: ['install', 'forward'] },
  router: { parts: ['on-a-router', 'sessions-of-the-world'], variants: ['install', 'forward'] },
  postgresql: { parts: ['in-a-function', 'sessions-in-postgresql'], variants: ['install'] },
  redis: { parts: ['in-a-function', 'sessions-in-redis'], variants: ['install'] },
} as const

/** What the storages are made with: `add` loads the apps, without a network. */
const addresses = { DATABASE_URL: 'postgres://127.0.0.1/none', REDIS_URL: 'redis://127.0.0.1' }

export type AddedApp = keyof typeof apps

/** Lets `affiliate-recipes add` put the recipes into plain Express apps, in both variants. */
export function addRecipes(): void {
  rmSync(resolve(home, 'build'), { recursive: true, force: true })
  for (const [app, { parts, variants }] of Object.entries(apps)) {
    for (const variant of variants) {
      const target = resolve(home, 'build', `${app}-${variant}`)
      mkdirSync(target, { recursive: true })
      cpSync(resolve(home, 'package.json'), resolve(target, 'package.json'))
      for (const part of ['all', ...parts]) cpSync(resolve(home, 'app', part), target, { recursive: true })
      const printed = execFileSync(process.execPath, [program, 'add', '--yes', '--variant', variant], {
        cwd: target,
        encoding: 'utf8',
        env: { ...process.env, ...addresses },
      })
      if (printed.includes('could not be loaded')) throw new Error(printed)
      tellEvents(resolve(target, 'affiliate.js'))
    }
  }
}

const helper = "import { tell } from './tell.js'\n"

const installEvents = `
  onInstalled: ({ shop }) => tell(shop, 'installed'),
  onReinstalled: ({ shop }) => tell(shop, 'reinstalled'),
 `

/** All that is written by hand: callbacks, which tell the world what happened. */
function tellEvents(path: string): void {
  const [hook, uninstalled] = ['identifyAfterAuth({', 'onUninstalled: async ({ shop, isBack }) => {\n']
  const text = readFileSync(path, 'utf8')
  if (!text.includes(uninstalled)) throw new Error(`${path} has other callbacks:\n${text}`)
  const told = text
    .replace(hook, () => hook + installEvents)
    .replace(uninstalled, () => `${uninstalled}    await tell(shop, 'uninstalled')\n`)
  writeFileSync(path, helper + told)
}
