import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { seedDemo } from '@affiliate-platform/operator/demo'
import { migrate, openDatabase } from '@affiliate-platform/platform/database'
import { createApp, startServer } from '@affiliate-platform/service'
import { expect, test } from 'vitest'

const sdk = new URL('../../packages/sdk/', import.meta.url)
// Inside the package, so that the blocks find it by its name.
const folder = fileURLToPath(new URL('.artifacts/readme-blocks/', sdk))

test('every block of the README runs unchanged beside the service that `npm start` starts [D205]', async () => {
  const readme = readFileSync(new URL('README.md', sdk), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const paths = blocks.map((block, index) => {
    const path = `${folder}${index}.ts`
    writeFileSync(path, `${block}\nexport {}\n`)
    return path
  })
  await using database = Object.assign(await openDatabase({ inMemory: true }), {
    async [Symbol.asyncDispose]() {
      await database.close()
    },
  })
  await migrate(database)
  const { keys, ids } = await seedDemo(database)
  const server = await startServer(await createApp({ database }), { host: '127.0.0.1', port: 0 })

  const fail = `const fail = (error) => { process.exitCode = 1; console.error(error) };`
  const runner = `${fail} for (const path of ${JSON.stringify(paths)}) await import(path).catch(fail)`
  const args = ['--conditions=@affiliate-platform/source', '--input-type=module', '--eval', runner]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: {
      ...process.env,
      AFFILIATE_BASE_URL: server.baseUrl,
      AFFILIATE_API_KEY: keys.affiliate,
      AFFILIATE_WORKSPACE_API_KEY: keys.workspace,
      AFFILIATE_INSTALL_BRIDGE_KEY: keys.installBridge,
      AFFILIATE_APP_ID: ids.appId,
      AFFILIATE_MEMBERSHIP_ID: ids.membershipId,
    },
  }).finally(() => server.stop(1000))

  expect(blocks.length).toBeGreaterThan(12)
  expect(stdout).toContain('$20.00 1')
})
