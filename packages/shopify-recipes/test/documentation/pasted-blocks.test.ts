import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type AppFiles, buildRoutedApp, change } from '../cli/add/apps.ts'
import { createApp } from '../cli/add/created-app.ts'

const page = readFileSync(new URL('../../docs/first-receipt.md', import.meta.url), 'utf8')

/** The blocks of a chapter, by what stands above each: its file, and its language where there is one for each. */
function readBlocks(chapter: string): readonly string[] {
  const [, text = ''] = page.split(`\n## ${chapter}\n`)
  const [own = ''] = text.split('\n## ')
  return [...own.matchAll(/\*\*`[^`]+`\*\*[^\n]*:\n\n```\w+\n([^`]*)```/g)].map(([, code = '']) => code)
}

it.each([
  ['react-router', 'React Router', 'ts'],
  ['react-router', 'React Router', 'js'],
  ['remix', 'Remix', 'ts'],
  ['remix', 'Remix', 'js'],
] as const)(
  'makes of the %s template what add makes of it, by the blocks of %s in %s',
  async (framework, chapter, end) => {
    const template = buildRoutedApp(framework, end)
    const added = await createApp(template)
    expect(await added.add('--yes')).toBe(0)
    const pasted = paste(template, { chapter, end })
    const changed = Object.keys(pasted).filter((path) => pasted[path] !== template[path])
    expect(changed).toHaveLength(6)
    for (const path of changed) expect(pasted[path], path).toBe(await added.read(path))
  },
)

interface Target {
  readonly chapter: string
  readonly end: 'ts' | 'js'
}

/** Does by hand what the page says. */
function paste(template: AppFiles, { chapter, end }: Target): AppFiles {
  const [ledger = '', hook = '', readerTs = '', readerJs = '', model = '', fields = '', topics = ''] =
    readBlocks('Both templates')
  const [importsTs = '', importsJs = '', webhook = '', compliance = ''] = readBlocks(chapter)
  const config = `app/shopify.server.${end}`
  const imported = 'import prisma from "./db.server";\n'
  const edits: readonly (readonly [path: string, place: string, text: string])[] = [
    [config, imported, imported + (end === 'ts' ? importsTs : importsJs)],
    [config, '  ...(process.env.SHOP_CUSTOM_DOMAIN', `${hook}  ...(process.env.SHOP_CUSTOM_DOMAIN`],
    [config, 'export default shopify', `${end === 'ts' ? readerTs : readerJs}\nexport default shopify`],
    ['shopify.app.toml', '# one topic\n', `# one topic\n${fields}`],
  ]
  const files = edits.reduce((app, [path, place, text]) => change(app, path, place, text), template)
  return {
    ...files,
    'shopify.app.toml': `${files['shopify.app.toml']}\n${topics}`,
    'prisma/schema.prisma': `${files['prisma/schema.prisma']}\n${model}`,
    [`app/affiliate.server.${end}`]: ledger,
    [`app/routes/webhooks.app.uninstalled.${end}x`]: webhook,
    [`app/routes/webhooks.compliance.${end}`]: compliance,
  }
}
