import { describe, expect, it } from 'vitest'
import { rightEnv } from '../../support/diagnose.ts'
import { type AppFiles, buildRoutedApp } from '../add/apps.ts'
import { installApp } from '../add/built-apps.ts'
import { createApp } from '../add/created-app.ts'
import { config, mantleApps } from './mantle-apps.ts'

const apps = Object.entries<AppFiles>(mantleApps)

/** What the command said of what is left, up to the doctor's words. */
const leftOf = (output: string) =>
  output.slice(output.lastIndexOf('Left to you'), output.indexOf('The doctor'))

describe.each(apps)('an app with Mantle: %s [D426]', (_, files) => {
  it('is changed once, is content with the doctor, and can have all of it undone', async () => {
    const app = await createApp(files)
    expect(await app.migrate('--dry-run')).toBe(0)
    expect(app.status()).toBe('')

    expect(await app.migrate('--yes')).toBe(0)
    expect(app.output()).toContain('Migrated. Left to do:')
    const left = leftOf(app.output())
    const changed = app.status()
    expect(changed).not.toBe('')

    expect(await app.migrate('--yes')).toBe(0)
    expect(app.output()).toContain('Nothing to change: no identify call of Mantle can be taken out')
    expect(app.output().endsWith(left)).toBe(true)
    expect(app.status()).toBe(changed)

    expect(await app.doctor(rightEnv)).toBe(0)
    expect(await app.add('--undo')).toBe(0)
    expect(app.status()).toBe('')
  })
})

it('leaves apps that compile, with the types of the real packages [D426]', { timeout: 240_000 }, async () => {
  const typed: Record<string, string> = {}
  for (const [name, files] of apps.filter(([, app]) => config in app)) {
    const app = await createApp(files)
    await app.migrate('--yes')
    const paths = app.git('ls-files', '--cached', '--others').trim().split('\n')
    for (const path of paths.filter((one) => /\.tsx?$/.test(one))) {
      typed[`after/${name}/${path}`] = await app.read(path)
      const before = files[path]
      if (before !== undefined) typed[`before/${name}/${path}`] = before
    }
  }
  expect(Object.keys(typed).filter((path) => path.endsWith(config))).toHaveLength(2 * (apps.length - 1))
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    ...{ lib: ['DOM', 'DOM.Iterable', 'ES2023'], target: 'ES2023', types: ['node'], jsx: 'react-jsx' },
    ...{ module: 'ESNext', moduleResolution: 'Bundler', customConditions: ['@affiliate-platform/source'] },
  }
  const tsconfig = JSON.stringify({ include: ['before', 'after'], compilerOptions })
  const all = await installApp(
    { 'package.json': '{}', 'tsconfig.json': tsconfig, ...typed },
    'react-router-app',
  )
  expect(await all.run('typescript/bin/tsc', '-p', 'tsconfig.json')).toBe('')
})

describe('what goes and what stays [D426]', () => {
  const migrated = async (name: keyof typeof mantleApps) => {
    const app = await createApp(mantleApps[name])
    expect(await app.migrate('--yes')).toBe(0)
    return { ...app, left: leftOf(app.output()) }
  }

  it('takes the call, its checks, and the token it saves out of afterAuth, and keeps the rest', async () => {
    const { read } = await migrated('awaited')
    expect(await read(config)).toContain(`    afterAuth: async (auth) => {
      identifyShop(auth);
      await (async ({ session, admin }) => {
        shopify.registerWebhooks({ session });
      })(auth);
    },
`)
    expect(await read(config)).not.toMatch(/mantle/i)
  })

  it('takes an afterAuth out that nothing else is in, with the functions that it called', async () => {
    const { read, left } = await migrated('wrapped')
    expect(await read(config)).toContain(
      '  hooks: { afterAuth: identifyOnInstall({ ledger: installLedger, readShop }) },\n',
    )
    expect(await read(config)).not.toMatch(/mantle/i)
    expect(left).toContain(`Files that were there for Mantle, and are not changed. Delete them:
  app/mantle/client.server.ts:1  no file imports it
  app/mantle/identify.server.ts:1  no file imports it
`)
  })

  it('keeps what a record gets besides the token, and the token that is stored', async () => {
    const { read, left } = await migrated('chained')
    expect(await read(config)).toContain('          data: { seenAt: new Date() },\n')
    expect(
      left,
    ).toContain(`Columns for Mantle's tokens. They stay, with what is in them; drop them once nothing reads them:
  prisma/schema.prisma:9  mantleApiToken
`)
  })

  it('leaves a loader the stored token, and lists the provider that gets it', async () => {
    const { read, left } = await migrated('loader')
    expect(await read('app/routes/app.tsx')).toContain(`  let token = row?.mantleApiToken;
  return { appId: process.env.MANTLE_APP_ID ?? "", token: token ?? "" };
`)
    expect(left).toContain(`Mantle's provider and hooks in the browser:
  app/mantle.ts:1  @heymantle/react
  app/routes/app.plans.tsx:4  useMantle()
  app/routes/app.tsx:16  <MantleProvider>
`)
  })

  it('leaves a loop over shops, and what the page needs of a result, and says why', async () => {
    const loop = await migrated('forgotten')
    expect(loop.left).toContain(
      '  scripts/backfill-mantle.ts:5  identify(): it runs for many shops; see docs/backfill.md of this package\n',
    )
    const { left, git } = await migrated('returned')
    expect(git('diff', 'app/routes/app.tsx')).toBe('')
    expect(left).toContain('  app/routes/app.tsx:7  identify(): its result is returned\n')
    expect(left).toContain('  app/routes/app.tsx:9  sendUsageEvent()\n')
  })

  it('calls no function any more that tests use, and leaves it, its subclass and its mock', async () => {
    const { read, left, git } = await migrated('subclassed')
    expect(await read(config)).not.toMatch(/mantle/i)
    expect(git('diff', 'app/mantle.server.ts', 'test')).toBe('')
    expect(left).toContain('  app/mantle.server.ts:22  identify(): only tests call its function\n')
    expect(left).toContain('  app/mantle.server.ts:4  class AppMantle\n')
    expect(left).toContain(
      'Tests and mocks, which are not changed:\n  test/mantle.test.ts:6  @heymantle/client\n',
    )
  })

  it('lists affiliate calls, requests by hand and webhooks, and shows no value of a variable', async () => {
    const { read, left, output } = await migrated('others')
    expect(await read(config)).toContain('analytics.identify({ userId: session.shop });')
    expect(left).toContain('Webhooks of Mantle, none of which arrives any more.')
    expect(left).toContain('  app/routes/webhooks.mantle.ts:5  customers/uninstalled\n')
    expect(left).toContain('  app/routes/app.affiliate.ts:4  getAffiliate()\n')
    expect(left).toContain('  app/routes/app.affiliate.ts:5  api.heymantle.com\n')
    expect(left).toContain('  .env:1  MANTLE_APP_ID\n')
    expect(output()).not.toMatch(/secret-id|secret_value/)
  })

  it('takes the call out of a middleware of Express, which goes on', async () => {
    const { read } = await migrated('express')
    expect(await read('web/index.js')).toContain(`  identifyShop,
  async (_request, response, next) => {
    next();
  },
`)
  })
})

describe('migrate mantle', () => {
  it('needs --yes where nobody can be asked, and ends with 2 [D426]', async () => {
    const app = await createApp(mantleApps.awaited)
    expect(await app.migrate()).toBe(2)
    expect(app.status()).toBe('')
  })

  it('prints one JSON line with what is left by file and line [D426]', async () => {
    const app = await createApp(mantleApps.returned)
    expect(await app.migrate('--dry-run', '--json')).toBe(0)
    const [line] = app.lines()
    expect(line).toMatchObject({ type: 'migrate', outcome: 'planned', framework: 'react-router' })
    expect(line.left).toContainEqual({
      kind: 'identify',
      path: 'app/routes/app.tsx',
      line: 7,
      what: 'identify(): its result is returned',
    })
  })

  it('changes nothing in an app that add cannot edit, and lists what it has of Mantle [D426]', async () => {
    const { 'shopify.app.toml': _, ...files } = mantleApps.others satisfies AppFiles
    const app = await createApp(files)
    expect(await app.migrate('--yes')).toBe(6)
    expect(app.status()).toBe('')
    expect(app.output()).toContain('To add the recipes by hand:')
    expect(app.output()).toContain('  app/routes/app.affiliate.ts:4  getAffiliate()\n')
  })

  it('only adds the recipes to an app without Mantle [D426]', async () => {
    const app = await createApp(buildRoutedApp('remix', 'ts'))
    expect(await app.migrate('--yes')).toBe(0)
    const migrated = app.git('diff')
    expect(app.output()).not.toContain('Left to you')
    const other = await createApp(buildRoutedApp('remix', 'ts'))
    await other.add('--yes')
    expect(other.git('diff')).toBe(migrated)
  })
})
