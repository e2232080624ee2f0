import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { buildRoutedApp } from './apps.ts'
import { createApp } from './created-app.ts'

const files = buildRoutedApp('remix', 'ts')
const config = 'app/shopify.server.ts'

it('takes its own lines out of a file that was changed since, and keeps the others [D239]', async () => {
  const app = await createApp(files)
  await app.add('--yes')
  await app.write(config, `${await app.read(config)}// by hand\n`)
  expect(await app.add('--undo')).toBe(0)
  expect(app.status()).toBe(` M ${config}\n`)
  expect(await app.read(config)).toBe(`${files[config]}// by hand\n`)
})

it('undoes the rest where its own lines were changed, and prints the patch for those [D239]', async () => {
  const app = await createApp(files)
  await app.add('--yes')
  const text = await app.read(config)
  await app.write(
    config,
    text.replace('  hooks: { afterAuth: identify', '  hooks: { afterAuth: traced, other: identify'),
  )
  await app.write('app/affiliate.server.ts', 'export {};\n')
  expect(await app.add('--undo')).toBe(1)
  expect(app.output()).toContain('-  hooks: { afterAuth: identifyOnInstall')
  expect(await app.read('app/affiliate.server.ts')).toBe('export {};\n')
  const left = [` M ${config}`, '?? .affiliate-recipes.json', '?? app/affiliate.server.ts', '']
  expect(app.status().split('\n')).toEqual(left)

  await app.write(config, text)
  await rm(join(app.folder, 'app/affiliate.server.ts'))
  expect(await app.add('--undo')).toBe(0)
  expect(app.status()).toBe('')
})

it("formats as the app's Prettier does, which then changes nothing, and undo is whole [D239]", async () => {
  const modules = fileURLToPath(new URL('../../../../../node_modules/', import.meta.url))
  const prettier = join(modules, 'prettier')
  const app = await createApp({ ...files, '.gitignore': 'node_modules\n', '.prettierignore': 'app/routes\n' })
  await mkdir(join(app.folder, 'node_modules'))
  await symlink(prettier, join(app.folder, 'node_modules/prettier'))
  const { check } = await import(/* @vite-ignore */ pathToFileURL(join(prettier, 'index.mjs')).href)
  await app.add('--yes')
  for (const path of [config, 'app/affiliate.server.ts']) {
    expect([path, await check(await app.read(path), { filepath: path })]).toEqual([path, true])
  }
  expect(await app.read(config)).toContain('function readShop(\n  ...args')
  expect(await app.add('--yes')).toBe(0)
  expect(app.output()).toContain('Nothing to change')
  expect(await app.add('--undo')).toBe(0)
  expect(app.status()).toBe('')
})

it("formats as the app's Biome does where it has settings for it, and undo is whole [D269]", async () => {
  const modules = fileURLToPath(new URL('../../../../../node_modules/', import.meta.url))
  const settings = {
    javascript: { formatter: { quoteStyle: 'double' } },
    formatter: { indentStyle: 'space' },
  }
  const app = await createApp({
    ...files,
    '.gitignore': 'node_modules\n',
    'biome.json': JSON.stringify({ ...settings, files: { includes: ['**', '!app/routes'] } }),
  })
  await mkdir(join(app.folder, 'node_modules/@biomejs'), { recursive: true })
  for (const name of ['@biomejs/biome', 'prettier']) {
    await symlink(join(modules, name), join(app.folder, 'node_modules', name))
  }
  await app.add('--yes')
  const biome = join(modules, '@biomejs/biome/bin/biome')
  const paths = [config, 'app/affiliate.server.ts']
  execFileSync(process.execPath, [biome, 'format', ...paths], { cwd: app.folder, stdio: 'ignore' })
  expect(await app.read(config)).toContain('function readShop(\n  ...args')
  expect(await app.add('--yes')).toBe(0)
  expect(app.output()).toContain('Nothing to change')
  expect(await app.add('--undo')).toBe(0)
  expect(app.status()).toBe('')
})

it('says which of its files are not committed [D239]', async () => {
  const app = await createApp(files)
  await app.write(config, `${files[config]}// by hand\n`)
  expect(await app.add('--dry-run')).toBe(0)
  expect(app.output()).toContain(`Not committed yet, and changed by this:\n  ${config}\n`)
})

it('leads back from a run that ended in the middle', async () => {
  const app = await createApp(files)
  await app.add('--yes')
  await writeFile(join(app.folder, config), app.git('show', `HEAD:${config}`))
  await rm(join(app.folder, 'app/affiliate.server.ts'))
  expect(await app.add('--undo')).toBe(0)
  expect(app.status()).toBe('')
})

it('keeps the mode of a file, and the folders that were there', async () => {
  const app = await createApp(files)
  await chmod(join(app.folder, config), 0o755)
  app.git('commit', '--all', '--quiet', '--message', 'Executable')
  await app.add('--yes')
  await app.write('prisma/migrations/20261122010203_affiliate_ledger/own.txt', '')
  expect(await app.add('--undo')).toBe(0)
  expect(app.status()).toBe('?? prisma/migrations/20261122010203_affiliate_ledger/own.txt\n')
})

it('rejects a record that is none', async () => {
  const app = await createApp({ ...files, '.affiliate-recipes.json': 'no JSON' })
  expect(await app.add('--undo')).toBe(2)
  expect(app.errors()).toContain('.affiliate-recipes.json')
})

it('changes nothing where one of the files cannot be written', async () => {
  const app = await createApp({
    ...files,
    'prisma/migrations/20261122010203_affiliate_ledger': 'a file, not a folder',
  })
  expect(await app.add('--yes')).toBe(2)
  expect(app.errors()).toContain('cannot be written')
  expect(app.status()).toBe('')
})
