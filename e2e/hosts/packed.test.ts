import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AppFiles,
  buildExpressApp,
  buildRoutedApp,
} from '../../packages/shopify-recipes/test/cli/add/apps.ts'
import { folder } from './support/folder.ts'

const root = resolve(folder, '../..')
const readme = readFileSync(join(root, 'packages/shopify-recipes/README.md'), 'utf8')
const [, block = ''] = /```sh\n(npm ci &&[^`]*)```/.exec(readme) ?? []
const [, inNodeTemplate = ''] = /run\s+`(web\/node_modules\/[^`]*)`/.exec(readme) ?? []

const place = mkdtempSync(join(tmpdir(), 'as-npm-serves-'))
const clone = join(place, 'clone')
const app = join(place, 'my-app')
const packed = join(place, 'packed')

beforeAll(() => createApp(app, buildRoutedApp('react-router', 'ts'), 'package.json'))
// A thousand packages take their time.
afterAll(() => rmSync(place, { recursive: true, force: true }), 300_000)

it('installs the packed files in an app as the README says, and adds the recipes', {
  timeout: 600_000,
}, () => {
  execFileSync('git', ['checkout-index', '--all', `--prefix=${clone}/`], { cwd: root })
  const lines = block.replaceAll('~/my-app', app).replaceAll('/tmp/packed', packed)
  expect(lines).toMatch(/recipes add\n$/)
  // Nobody is there to say yes.
  run(lines.replace('recipes add\n', 'recipes add --yes\n'), clone)

  const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  expect(manifest.dependencies['@affiliate-platform/shopify-recipes']).toMatch(/^file:.*\.tgz$/)
  expect(readFileSync(join(app, 'app/shopify.server.ts'), 'utf8')).toContain('identifyOnInstall({')
  const names = "Object.keys(await import('@affiliate-platform/shopify-recipes/react-router')).join()"
  expect(run(`node --input-type=module --eval "console.log(${names})"`, app)).toContain('handleUninstall')
})

it('installs them in web/ of the Node template, and adds from the folder above', { timeout: 300_000 }, () => {
  const node = join(place, 'my-node-app')
  createApp(node, buildExpressApp(), 'web/package.json')
  run(`cd web && npm install ${packed}/*.tgz && cd .. && ${inNodeTemplate} --yes`, node)
  expect(readFileSync(join(node, 'web/index.js'), 'utf8')).toContain('identifyShop')
})

/** Writes an app, whose own packages are left out: they are not what is tried here. */
function createApp(path: string, files: AppFiles, manifest: string): void {
  for (const [name, text] of Object.entries(files)) {
    const target = join(path, name)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, name === manifest ? text.replace(/"dependencies": \{[^}]*\}/, keepAdapter) : text)
  }
  const adapter = join(path, dirname(manifest), 'adapter')
  mkdirSync(adapter, { recursive: true })
  writeFileSync(join(adapter, 'package.json'), '{ "name": "adapter", "version": "5.0.0" }')
}

function keepAdapter(dependencies: string): string {
  const [name = ''] = /@shopify\/shopify-app-(?:react-router|express)/.exec(dependencies) ?? []
  return `"dependencies": { "${name}": "file:./adapter" }`
}

function run(lines: string, cwd: string): string {
  // Vitest's own mode would leave out what a clone is built with.
  const env = { ...process.env, NODE_ENV: undefined }
  return execFileSync('bash', ['-euo', 'pipefail', '-c', lines], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  })
}
