import { posix } from 'node:path'
import { traverse } from '@babel/types'
import { toRecord } from '../../lib/fault.ts'
import type { AppFolder } from './app-folder.ts'
import { readManifest } from './detect-host.ts'
import { parseSourceFile } from './source-file.ts'
import { calleeName, findNamedMember } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** A Prisma schema, in one file or in several. */
export interface PrismaSchema {
  /** The file with the `datasource`. */
  readonly path: string
  readonly text: string
  readonly provider: string
  /** The models of all files. */
  readonly models: readonly string[]
  /** Where a model is added: a path, and the text that is there. */
  readonly target: readonly [path: string, text: string]
  /** The folder of the migrations, which lies beside the `datasource`, or above it in older versions. */
  readonly migrations: string
}

/**
 * Reads the schema of an app: where `package.json` or `prisma.config.*` says, else where Prisma looks.
 *
 * @param root - the folder of the server's `package.json`
 * @throws UnsupportedAppError where there is none
 */
export function readPrismaSchema(folder: AppFolder, root: string): PrismaSchema {
  const declared = toRecord(readManifest(folder, `${root}package.json`)['prisma'])['schema']
  const wanted = typeof declared === 'string' ? declared : readConfiguration(folder, root)
  const places = (
    wanted === undefined ? ['prisma/schema.prisma', 'prisma/schema', 'schema.prisma'] : [wanted]
  ).map((place) => root + posix.normalize(place))
  const files = places.map((place) => readFiles(folder, place)).find((found) => found.length > 0)
  if (files === undefined) throw new UnsupportedAppError(`There is no Prisma schema at ${places[0]}.`)
  const blocks = files.map(({ text }) => readBlocks(text))
  const index = Math.max(
    0,
    blocks.findIndex(({ provider }) => provider !== ''),
  )
  const { path, text } = files[index] ?? { path: '', text: '' }
  const near = posix.join(posix.dirname(path), 'migrations')
  const above = posix.join(posix.dirname(posix.dirname(path)), 'migrations')
  const isAbove = files.length > 1 && folder.list(near).length === 0 && folder.list(above).length > 0
  const own = posix.join(posix.dirname(path), 'affiliate-ledger.prisma')
  return {
    path,
    text,
    provider: blocks[index]?.provider ?? '',
    models: blocks.flatMap(({ models }) => models),
    target: files.length > 1 ? [own, ''] : [path, text],
    migrations: isAbove ? above : near,
  }
}

interface SchemaFile {
  readonly path: string
  readonly text: string
}

/** A schema's file, or the files of its folder. */
function readFiles(folder: AppFolder, place: string): readonly SchemaFile[] {
  const text = folder.read(place)
  if (text !== null) return [{ path: place, text }]
  return folder.list(place).flatMap((name) => {
    const path = posix.join(place, name)
    if (name.endsWith('.prisma')) return readFiles(folder, path)
    return name.includes('.') || name === 'migrations' ? [] : readFiles(folder, path)
  })
}

/** What `prisma.config.*` sets `schema` to: a text, or `path.join` of texts. */
function readConfiguration(folder: AppFolder, root: string): string | undefined {
  const names = ['ts', 'mts', 'js', 'mjs'].map((end) => `${root}prisma.config.${end}`)
  const path = names.find((name) => folder.read(name) !== null)
  if (path === undefined) return undefined
  let found: string | undefined
  traverse(parseSourceFile(path, folder.read(path) ?? '').program, (node) => {
    const member = node.type === 'ObjectExpression' ? findNamedMember(node, 'schema') : undefined
    const value = member?.type === 'ObjectProperty' ? member.value : undefined
    if (value?.type === 'StringLiteral') found ??= value.value
    if (value?.type !== 'CallExpression' || !/^(join|resolve)$/.test(calleeName(value) ?? '')) return
    const parts = value.arguments.flatMap((part) => (part.type === 'StringLiteral' ? [part.value] : []))
    found ??= posix.join(...parts)
  })
  return found
}

/** A schema's blocks stand one below the other, each from `<kind> <name> {` to a line with `}`. */
function readBlocks(text: string): { readonly provider: string; readonly models: readonly string[] } {
  const models: string[] = []
  let provider = ''
  let block = ''
  for (const line of text.split('\n')) {
    const [first = '', second = '', third = ''] = line
      .replace('{', ' { ')
      .trim()
      .split(/[\s=]+/)
    if (third === '{') block = first
    if (third === '{' && first === 'model') models.push(second)
    if (block === 'datasource' && first === 'provider') provider = second.replaceAll('"', '')
    if (first === '}') block = ''
  }
  return { provider, models }
}
