import { posix } from 'node:path'
import type { CallExpression, NewExpression, Node, ObjectExpression } from '@babel/types'
import { importPath } from './resolve-import.ts'
import { findImportedName, type ImportedName } from './shopify-config.ts'
import { type SourceFile, textOf } from './source-file.ts'
import { calleeName, findNamedMember, resolveConstant } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** Where an app stores its sessions, and therefore what its ledger can lie in. */
export type SessionStorage =
  /** `prisma` is the import that brings the client into the file, `table` what it calls the sessions. */
  | { readonly kind: 'prisma'; readonly prisma: ImportedName; readonly table: string }
  /** `path` is code for the path of the database, which means the same in any file. */
  | { readonly kind: 'sqlite'; readonly path: string }
  /** `connection` is code for what a client of the database is made with, which means the same in any file. */
  | { readonly kind: ClientKind; readonly connection: string }
  /** `name` is the last part of the package's, such as `sqlite`. */
  | { readonly kind: 'other'; readonly name: string }

type ClientKind = 'postgresql' | 'mysql' | 'redis' | 'mongodb'

const clientKinds: readonly string[] = ['postgresql', 'mysql', 'redis', 'mongodb'] satisfies ClientKind[]
const isClientKind = (name: string): name is ClientKind => clientKinds.includes(name)

const storagePackage = '@shopify/shopify-app-session-storage-'

/**
 * Finds out where the sessions lie.
 *
 * @throws UnsupportedAppError where the file does not tell
 */
export function detectStorage(file: SourceFile, config: ObjectExpression): SessionStorage {
  const member = findNamedMember(config, 'sessionStorage')
  const value = member?.type === 'ObjectProperty' ? resolveConstant(file, member.value) : undefined
  const made = value && className(value)
  if (made === undefined || (value?.type !== 'NewExpression' && value?.type !== 'CallExpression')) {
    throw new UnsupportedAppError(`${file.path} does not show which session storage it uses.`)
  }
  const from = findImportedName(file, made)?.from ?? ''
  const name = from.startsWith(storagePackage) ? from.slice(storagePackage.length) : 'other'
  if (name === 'prisma') return readPrisma(file, value)
  const path = name === 'sqlite' && value.arguments[0] ? portablePath(file, value.arguments[0]) : undefined
  if (path !== undefined) return { kind: 'sqlite', path }
  if (!isClientKind(name)) return { kind: 'other', name }
  const connection = readConnection(file, value, name)
  return connection === undefined ? { kind: 'other', name } : { kind: name, connection }
}

/** The storage that one file shows, as another one imports it. */
export function storageFrom<Storage extends SessionStorage>(
  storage: Storage,
  shown: string,
  importer: string,
): Storage {
  if (storage.kind !== 'prisma' || !storage.prisma.from.startsWith('.')) return storage
  const from = importPath(importer, posix.join(posix.dirname(shown), storage.prisma.from))
  return { ...storage, prisma: { ...storage.prisma, from } }
}

/** `PostgreSQLSessionStorage` of `new PostgreSQLSessionStorage(…)` and of its `withCredentials(…)`. */
function className(value: Node): string | undefined {
  if (value.type === 'NewExpression')
    return value.callee.type === 'Identifier' ? value.callee.name : undefined
  if (value.type !== 'CallExpression' || calleeName(value) !== 'withCredentials') return undefined
  const { callee } = value
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier'
    ? callee.object.name
    : undefined
}

function readPrisma(
  file: SourceFile,
  { arguments: [client, options] }: NewExpression | CallExpression,
): SessionStorage {
  const prisma = client?.type === 'Identifier' ? findImportedName(file, client.name) : undefined
  if (prisma === undefined) {
    throw new UnsupportedAppError(
      `${file.path} does not import the Prisma client that it passes to its storage.`,
    )
  }
  const object = options && resolveConstant(file, options)
  const table = object?.type === 'ObjectExpression' ? findNamedMember(object, 'tableName') : undefined
  if (table === undefined && (options === undefined || object?.type === 'ObjectExpression')) {
    return { kind: 'prisma', prisma, table: 'session' }
  }
  if (table?.type === 'ObjectProperty' && table.value.type === 'StringLiteral') {
    return { kind: 'prisma', prisma, table: table.value.value }
  }
  throw new UnsupportedAppError(`${file.path} does not show what its Prisma client calls the sessions.`)
}

/** The connection of the storage as code for a client of our own; undefined where it holds for its file alone. */
function readConnection(
  file: SourceFile,
  value: NewExpression | CallExpression,
  name: ClientKind,
): string | undefined {
  if (name === 'mongodb') return readMongo(file, value)
  const parts = value.arguments.map((part) => (isPortable(part) ? textOf(file, part) : undefined))
  if (value.type === 'CallExpression') {
    const [host, database, user, password] = parts
    // Redis takes them in another order, and some as options.
    if (name === 'redis' || value.arguments.length !== 4 || parts.includes(undefined)) return undefined
    return `{ host: ${host}, database: ${database}, user: ${user}, password: ${password} }`
  }
  const [url] = parts
  if (url === undefined || value.arguments.length !== 1) return undefined
  return { postgresql: `{ connectionString: ${url} }`, mysql: url, redis: `{ url: ${url} }` }[name]
}

/** The database of a MongoDB storage, which takes a `URL` where the client takes a text. */
function readMongo(file: SourceFile, { arguments: values }: NewExpression | CallExpression) {
  const [address, database] = values
  const isUrl = address?.type === 'NewExpression' && className(address) === 'URL'
  const url = isUrl ? address.arguments[0] : address
  if (values.length !== 2 || !url || !database || ![url, database].every(isPortable)) return undefined
  return `new MongoClient(${textOf(file, url)}).db(${textOf(file, database)})`
}

/** Whether code means the same in any file: of texts and of the environment. */
function isPortable(node: Node): boolean {
  switch (node.type) {
    case 'StringLiteral':
      return true
    case 'TemplateLiteral':
      return node.expressions.every(isPortable)
    case 'LogicalExpression':
      return isPortable(node.left) && isPortable(node.right)
    case 'TSNonNullExpression':
      return isPortable(node.expression)
    case 'MemberExpression':
      return isEnvironment(node.object) && !node.computed
    default:
      return false
  }
}

function isEnvironment(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'process' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'env'
  )
}

function portablePath(file: SourceFile, argument: Node): string | undefined {
  const path = resolveConstant(file, argument)
  const isSame =
    path?.type === 'StringLiteral' ||
    (path?.type === 'TemplateLiteral' &&
      path.expressions.every((part) => textOf(file, part) === 'process.cwd()'))
  return isSame ? textOf(file, path) : undefined
}
