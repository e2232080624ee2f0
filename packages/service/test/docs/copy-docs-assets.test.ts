import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { expect, test } from 'vitest'
import { readAsset } from '../../src/docs/assets.ts'

const script = fileURLToPath(new URL('../../scripts/copy-docs-assets.js', import.meta.url))

test('the build copies all that the pages load, and the licence of what is not ours', () => {
  const folder = makeFolder()
  const { status, stderr } = spawnSync(process.execPath, [script, folder.path], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })

  expect(readdirSync(folder.path).toSorted()).toEqual([
    'pages.css',
    'redoc.LICENSE',
    'redoc.standalone.js',
    'redoc.standalone.js.LICENSE.txt',
    'reference.css',
    'reference.js',
  ])
  for (const name of ['pages.css', 'redoc.standalone.js', 'reference.css', 'reference.js'] as const) {
    expect(readFileSync(join(folder.path, name), 'utf8')).toBe(readAsset(name)?.text)
  }
  folder.remove()
})
