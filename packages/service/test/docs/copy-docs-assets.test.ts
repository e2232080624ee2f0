import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { expect, test } from 'vitest'
import { readAsset } from '../../src/docs/assets.ts'

const script = fileURLToPath(new URL('../../scripts/copy-docs-assets.js', import.meta.url))

test('the build copies all that the pages load, and nothing that is not ours [D119]', () => {
  const folder = makeFolder()
  const { status, stderr } = spawnSync(process.execPath, [script, folder.path], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })

  const names = ['pages.css', 'reference.css', 'samples.js', 'search.js', 'try-it.css', 'try-it.js'] as const
  expect(readdirSync(folder.path).toSorted()).toEqual(names)
  for (const name of names) expect(readFileSync(join(folder.path, name))).toEqual(readAsset(name).bytes)
  folder.remove()
})
