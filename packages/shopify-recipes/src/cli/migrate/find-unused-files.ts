import type { Statement } from '@babel/types'
import type { Source } from '../doctor/parse-source.ts'
import { findModule } from '../doctor/resolve-value.ts'
import { keyName, walk } from '../doctor/walk.ts'
import { isCall } from './calls.ts'
import { type Cutting, isGone, isIdle } from './cuts.ts'
import { importersOf } from './importers.ts'
import { isOfTests } from './mantle-app.ts'
import { isClient, isIdentify, isOfMantle } from './mantle-client.ts'

/** Names that a framework looks for, and folders in which it looks for files. */
const frameworkNames = /^(?:default|loader|action|run|onSuccess|GET|POST|PUT|PATCH|DELETE)$/
const frameworkFolders = /(?:^|\/)(?:routes|pages|api)\//

/** Finds the files that are there for Mantle and that no file imports once the cuts are made. */
export function findUnusedFiles(cutting: Cutting): ReadonlySet<string> {
  const { sources } = cutting.app
  const found = new Set<string>()
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const source of sources.values()) if (isForMantle(cutting, source, found)) found.add(source.path)
    for (const path of found) if (isImported(cutting, path, found)) found.delete(path)
  }
  return found
}

/** A file that only declares, and has to do with Mantle's client or with a file that has. */
function isForMantle(cutting: Cutting, source: Source, others: ReadonlySet<string>): boolean {
  const { app } = cutting
  const { path, tree, exports } = source
  if (
    isOfTests(path) ||
    frameworkFolders.test(path) ||
    [...exports.keys()].some((name) => frameworkNames.test(name))
  ) {
    return false
  }
  let isNamed = false
  walk(tree, (node) => {
    isNamed ||= isCall(node) && isIdentify(app, node)
    if (node.type !== 'ImportDeclaration') return
    const module = findModule(node.source.value, source, app.sources)
    isNamed ||= isOfMantle(node.source.value) || (module !== undefined && others.has(module.path))
  })
  return isNamed && tree.program.body.every((statement) => declares(cutting, statement))
}

function declares({ app }: Cutting, statement: Statement): boolean {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (statement.type === 'ExportNamedDeclaration' && statement.source) return false
  if (!declaration || /^(?:Import|Function|Class|TS\w*)(?:Alias)?Declaration$/.test(declaration.type)) {
    return !/^(?:loader|action)$/.test(nameOf(declaration) ?? '')
  }
  if (declaration.type !== 'VariableDeclaration') return false
  return declaration.declarations.every(({ id, init }) => {
    const isOurs = !init || isIdle(init) || isClient(app, { source: app.sourceOf(init), node: init })
    return (isOurs || /Function/.test(init.type)) && !frameworkNames.test(keyName(id) ?? '')
  })
}

function nameOf(declaration: Statement | null | undefined): string | undefined {
  return declaration && 'id' in declaration && declaration.id ? keyName(declaration.id) : undefined
}

/** Whether a file that stays imports another one, in whatever way. */
function isImported(cutting: Cutting, path: string, leaving: ReadonlySet<string>): boolean {
  const file = cutting.app.sources.get(path)
  if (file === undefined) return false
  return importersOf(cutting.app, file).some(
    ({ source, node }) => !leaving.has(source.path) && !isGone(cutting, node),
  )
}
