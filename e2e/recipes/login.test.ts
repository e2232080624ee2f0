import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { makeFolder, runCommand, startCommand } from '@affiliate-platform/test-support/service-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { expect, onTestFinished, test } from 'vitest'

const bin = fileURLToPath(new URL('../../packages/shopify-recipes/bin/affiliate-recipes.js', import.meta.url))

/** Runs a line that was printed, with the command of this clone in the place of the published one. */
function paste(line: string, cwd: string): Promise<{ readonly code: number; readonly text: string }> {
  const [npx, name, ...words] = line.split(' ')
  expect([npx, name]).toEqual(['npx', '@affiliate-platform/shopify-recipes'])
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...words], { cwd }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    )
  })
}

test.skipIf(!enginesAtHand.includes('postgres'))(
  'brings the key from the operator to the app by one pasted line, to one of two that paste it at once [D265]',
  async () => {
    const env = { DATABASE_URL: await createPostgresCopy(), PORT: '0' }
    const { stdout } = await runCommand(['seed', '--json'], { env })
    const { ids } = JSON.parse(stdout)
    const service = startCommand(['serve'], { env })
    onTestFinished(async () => void (await service.stop()))
    const { baseUrl } = await service.ready()
    const words = ['apps', 'setup-code', ids.appId, '--workspace', ids.workspaceId, '--url', baseUrl]
    const printed = await runCommand(words, { env })
    expect(printed.stdout.trimEnd().split('\n')).toHaveLength(1)

    const folders = [makeFolder(), makeFolder()]
    onTestFinished(() => folders.forEach((folder) => void folder.remove()))
    const pasted = await Promise.all(folders.map(({ path }) => paste(printed.stdout.trimEnd(), path)))
    expect(pasted.map(({ code }) => code).toSorted()).toEqual([0, 4])
    expect(pasted.map(({ text }) => text).join('')).not.toMatch(/aff_/)

    const winner = folders[pasted.findIndex(({ code }) => code === 0)]?.path ?? ''
    const values = parseEnv(await readFile(join(winner, '.env'), 'utf8'))
    const { AFFILIATE_WORKSPACE_API_KEY: key, AFFILIATE_BASE_URL: origin, AFFILIATE_APP_ID: appId } = values
    const identified = await fetch(`${origin}/api/identify`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ myshopifyDomain: 'harbour.myshopify.com', appId, email: 'owner@example.com' }),
    })
    expect(identified.status).toBe(200)
    const keys = await runCommand(['keys', 'list', '--workspace', ids.workspaceId, '--json'], { env })
    expect(keys.stdout.match(/\(set up\)/g)).toHaveLength(1)
  },
)
