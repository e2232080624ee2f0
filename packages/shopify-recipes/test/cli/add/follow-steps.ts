import type { AppFiles } from './apps.ts'

interface PrintedStep {
  readonly title: string
  readonly code: string
}

/** Reads the printed steps. */
export function readSteps(output: string): readonly PrintedStep[] {
  return output
    .split(/^\d+\. /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...lines] = text.trimEnd().split('\n')
      return {
        title,
        code: lines
          .map((line) => line.replace(/^ {5}/, ''))
          .join('\n')
          .trim(),
      }
    })
}

/** Does by the letter what the printed steps say, in a copy of the app's files. */
export function followSteps(files: AppFiles, output: string): AppFiles {
  return readSteps(output).reduce(follow, files)
}

function follow(files: AppFiles, { title, code }: PrintedStep): AppFiles {
  const nameIn = (pattern: RegExp) => pattern.exec(title)?.[1]
  const created = nameIn(/^(?:Create|Replace) ([\w./-]+\w)[,.:]/)
  if (created !== undefined) return { ...files, [created]: `${code}\n` }
  const schema = nameIn(/^Add the model to (\S+), then create its table with ".* migrate dev/)
  if (schema !== undefined) {
    const migration = schema.replace(/[^/]*$/, 'migrations/20261122010203_affiliate_ledger/migration.sql')
    return {
      ...edit(files, schema, (text) => `${text}\n${code}\n`),
      [migration]: 'CREATE TABLE "AffiliateLedger" (',
    }
  }
  const config = nameIn(/^Add the hook in (\S+):/)
  if (config !== undefined) return edit(files, config, (text) => addHook(text, code))
  const list = nameIn(/^List the routes in (\S+), at its top level:/)
  if (list !== undefined) {
    return edit(files, list, (text) => {
      const [imports, routes] = splitImports(code)
      return `${imports}${text.replace('export default [', `export default [\n${routes}`)}`
    })
  }
  const server = nameIn(/^In (\S+), on the app of express\(\)/)
  if (server !== undefined) return edit(files, server, (text) => mount(text, code))
  const configurations = nameIn(/^Subscribe in (.+), and remove th/)?.split(/, | and /) ?? []
  return configurations.reduce((all, path) => edit(all, path, (text) => subscribe(text, code)), files)
}

function edit(files: AppFiles, path: string, change: (text: string) => string): AppFiles {
  const text = files[path]
  if (text === undefined) throw new Error(`There is no ${path}, which a step names.`)
  return { ...files, [path]: change(text) }
}

function splitImports(code: string): readonly [imports: string, rest: string] {
  const lines = code.split('\n')
  const isImport = (line: string) => line.startsWith('import ') || / = require\(/.test(line)
  const join = (some: readonly string[]) => some.map((line) => `${line}\n`).join('')
  return [join(lines.filter(isImport)), join(lines.filter((line) => !isImport(line)))]
}

function addHook(text: string, code: string): string {
  const [imports, rest] = splitImports(code)
  const [, hooks, reader = ''] = /shopifyApp\(\{\n(.*)\n\}\);([\s\S]*)/.exec(rest) ?? []
  return `${imports}${text.replace('shopifyApp({', `shopifyApp({\n${hooks}`)}${reader}`
}

function mount(text: string, code: string): string {
  const [imports, rest] = splitImports(code)
  const [routes] = rest.split('\n// In the route of the callback')
  return `${imports}${text
    .replace(/(express\(\);?\n)/, `$1${routes}`)
    .replace('shopify.auth.callback(),', 'shopify.auth.callback(), identifyShop,')}`
}

/** Takes what else delivers the topics of the code out of a configuration. */
function subscribe(text: string, code: string): string {
  const [head = '', ...blocks] = text.split(/^(?=\s*\[)/m)
  const kept = blocks.filter(
    (block) =>
      !(
        block.includes('"app/uninstalled"') ||
        (code.includes('compliance_') && block.includes('compliance_'))
      ),
  )
  return `${[head, ...kept].join('')}\n${code}\n`
}
