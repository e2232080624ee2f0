import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemoService } from '../support/demo-service.ts'
import { folder } from './support/folder.ts'

const root = resolve(folder, '../..')
const readReadme = (name: string) => readFileSync(join(root, `packages/${name}/README.md`), 'utf8')
const findBlock = (text: string) => /```sh\n(npm ci &&[^`]*)```/.exec(text)?.[1] ?? ''
const readme = readReadme('shopify-recipes')
const block = findBlock(readme)
const sdkReadme = readReadme('sdk')
const [, firstSample = ''] = /```ts\n([^`]*)```/.exec(sdkReadme) ?? []

const adapter = '{ "name": "adapter", "version": "5.0.0" }'
const manifest = (framework: string) =>
  `{ "type": "module", "dependencies": { "@shopify/shopify-app-${framework}": "file:./adapter" } }`
const shopifyApp = (
  framework: string,
  storage: string,
) => `import { shopifyApp } from "@shopify/shopify-app-${framework}";
import { Storage } from "@shopify/shopify-app-session-storage-${storage}";

const shopify = shopifyApp({ sessionStorage: new Storage() });
export default shopify;
`
const routedApp = {
  'package.json': manifest('react-router'),
  'adapter/package.json': adapter,
  'shopify.app.toml': '',
  'app/shopify.server.ts': `${shopifyApp('react-router', 'memory')}export const sessionStorage = shopify.sessionStorage;
`,
}
const nodeApp = {
  'package.json': '{}',
  'shopify.app.toml': '',
  'web/package.json': manifest('express'),
  'web/adapter/package.json': adapter,
  'web/shopify.js': shopifyApp('express', 'sqlite'),
  'web/index.js': `import express from "express";
import shopify from "./shopify.js";

const app = express();
app.get(shopify.config.auth.callbackPath, shopify.auth.callback(), shopify.redirectToShopifyOrAppRoot());
`,
}

const place = mkdtempSync(join(tmpdir(), 'as-npm-serves-'))
const clone = join(place, 'clone')
const app = join(place, 'my-app')
const packed = join(place, 'packed')

beforeAll(() => {
  createApp(app, routedApp)
  execFileSync('git', ['checkout-index', '--all', `--prefix=${clone}/`], { cwd: root })
})
// A thousand packages take their time.
afterAll(() => rmSync(place, { recursive: true, force: true }), 300_000)

describe("the README's lines for packed files", () => {
  it('installs the packed files in an app as the README says, and adds the recipes', {
    timeout: 600_000,
  }, () => {
    const lines = block.replaceAll('~/my-app', app).replaceAll('/tmp/packed', packed)
    expect(lines).toMatch(/recipes add\n$/)
    // Nobody is there to say yes.
    run(lines.replace('recipes add\n', 'recipes add --yes\n'), clone)

    const { dependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
    expect(dependencies['@affiliate-platform/shopify-recipes']).toMatch(/^file:.*\.tgz$/)
    expect(readFileSync(join(app, 'app/shopify.server.ts'), 'utf8')).toContain('identifyOnInstall({')
    const names = "Object.keys(await import('@affiliate-platform/shopify-recipes/react-router')).join()"
    expect(run(`node --input-type=module --eval "console.log(${names})"`, app)).toContain('handleUninstall')
  })

  it('installs them in web/ of the Node template, and adds there', {
    timeout: 300_000,
  }, () => {
    const node = join(place, 'my-node-app')
    createApp(node, nodeApp)
    expect(readme).toContain('In the Node template, do both in `web/`.')
    run(`cd web && npm install ${packed}/*.tgz && npx affiliate-recipes add --yes`, node)
    expect(readFileSync(join(node, 'web/index.js'), 'utf8')).toContain('identifyShop')
  })
})

describe("the SDK's README", () => {
  it('installs the packed files in a project, where its first sample lists the payouts of a service', {
    timeout: 600_000,
  }, async () => {
    const project = join(place, 'my-project')
    createApp(project, { 'package.json': '{}', 'first.mts': firstSample })
    const lines = findBlock(sdkReadme)
      .replaceAll('~/my-project', project)
      .replaceAll('/tmp/packed-sdk', packed)
    expect(lines).toContain(`cd ${project} && npm install`)
    run(lines, clone)

    await using service = await startDemoService()
    const output = await runSample(project, {
      AFFILIATE_BASE_URL: service.baseUrl,
      AFFILIATE_API_KEY: service.keys.affiliate,
    })
    expect(output.trim().split('\n').length).toBeGreaterThan(10)
    expect(output).toMatch(/partially_reported/)
  })
})

/** Runs the sample beside the service of this process, which must be free to respond. */
async function runSample(cwd: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const env = { PATH: process.env['PATH'], ...settings }
  return (await promisify(execFile)(process.execPath, ['first.mts'], { cwd, env })).stdout
}

/** Writes an app. Its adapter is a name alone: Shopify's packages are not what is tried here. */
function createApp(path: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
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
