import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildRoutedApp } from './apps.ts'
import { createApp } from './created-app.ts'

const files = buildRoutedApp('remix', 'ts')
const config = 'app/shopify.server.ts'

it('undoes nothing where a file was changed since, and names that file alone', async () => {
  const app = await createApp(files)
  await app.add('--yes')
  const text = await app.read(config)
  await app.write(config, `${text}// by hand\n`)
  const before = app.status()
  expect(await app.add('--undo')).toBe(1)
  expect(app.output()).toContain(`Nothing was undone. These files have been changed since:\n  ${config}\n`)
  expect(app.status()).toBe(before)

  await app.write(config, text)
  expect(await app.add('--undo')).toBe(0)
  expect(app.status()).toBe('')
})

it('undoes nothing where a file that was added is rewritten', async () => {
  const app = await createApp(files)
  await app.add('--yes')
  await app.write('app/affiliate.server.ts', 'export {};\n')
  expect(await app.add('--undo')).toBe(1)
  expect(await app.read('app/affiliate.server.ts')).toBe('export {};\n')
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
