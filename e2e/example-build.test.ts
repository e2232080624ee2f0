import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { buildDirectory, buildWhenStale } from '../examples/remix-app/demo/build-when-stale.ts'

const beside = dirname(buildDirectory)
mkdirSync(beside, { recursive: true })
const folder = mkdtempSync(join(beside, 'test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a demo of this build serves and cannot find. */
function findMissing(directory: string): readonly string[] {
  const server = join(directory, 'server/index.js')
  if (!existsSync(server)) return [server]
  const assets = readFileSync(server, 'utf8').match(/(?<=\/)assets\/[\w.-]+\.(?:js|css)/g) ?? []
  return [...new Set(assets)].filter((asset) => !existsSync(join(directory, 'client', asset)))
}

describe('two demos that start at once', () => {
  it('take nothing from the build that one of them has made', async () => {
    const directory = join(folder, 'app')
    const first = buildWhenStale(directory)
    await wait(2000)
    let isRunning = true
    const second = buildWhenStale(directory).finally(() => {
      isRunning = false
    })
    await first
    const missing = new Set<string>()
    while (isRunning) {
      for (const asset of findMissing(directory)) missing.add(asset)
      await wait(5)
    }
    await second
    expect(readFileSync(join(directory, 'server/index.js'), 'utf8')).toContain('assets/')
    expect([...missing]).toEqual([])
    // Nor is anything left of the build that came second.
    expect(readdirSync(folder)).toEqual(['app'])
  })
})
