import type { Identifier, Node, Statement } from '@babel/types'
import { applyEdits } from '../add/source-file.ts'
import type { Source } from '../doctor/parse-source.ts'
import { findModule } from '../doctor/resolve-value.ts'
import { walk } from '../doctor/walk.ts'
import { namesOf } from './about-result.ts'
import { type Call, isCall } from './calls.ts'
import { cutCall } from './cut-call.ts'
import { editsOf } from './cut-edits.ts'
import { attempt, CannotCutError, type Cutting, isGone, isIdle } from './cuts.ts'
import { findUnusedFiles } from './find-unused-files.ts'
import { findUses } from './find-uses.ts'
import { isOfTests, type MantleApp } from './mantle-app.ts'
import { isClient, isIdentify } from './mantle-client.ts'

/** An app without its identify calls of Mantle. */
export interface CutApp {
  /** The new texts of files, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** Files that are there for Mantle, and that no file imports any more. They are not changed. */
  readonly unused: ReadonlySet<string>
  readonly cutting: Cutting
  /** Calls that stay, and why. */
  readonly left: readonly CannotCutError[]
}

/** Takes the identify calls of Mantle out of an app, with all that is there for them alone. Writes nothing. */
export function cutMantle(app: MantleApp): CutApp {
  const cutting: Cutting = { app, cuts: new Map() }
  const calls = findIdentifyCalls(app)
  const left = calls.flatMap((call) => {
    if (isGone(cutting, call)) return []
    if (isOfTests(app.sourceOf(call).path)) return [new CannotCutError(call, 'it is in a test')]
    const fault = attempt(cutting, () => cutCall(cutting, call))
    return fault ? [new CannotCutError(call, fault.message)] : []
  })
  const kept = calls.filter((call) => !isGone(cutting, call) && left.every(({ node }) => node !== call))
  for (let size = -1; size !== cutting.cuts.size; ) {
    size = cutting.cuts.size
    for (const source of reachedBy(cutting)) if (!isOfTests(source.path)) dropTopLevel(cutting, source)
  }
  const unused = findUnusedFiles(cutting)
  const texts = [...app.sources.values()]
    .map((source) => ({ source, edits: unused.has(source.path) ? [] : editsOf(cutting, source) }))
    .filter(({ edits }) => edits.length > 0)
    .map(({ source, edits }) => [source.path, applyEdits(source.text, edits)] as const)
  return {
    texts: new Map(texts),
    unused,
    cutting,
    left: [...left, ...kept.map((call) => new CannotCutError(call, 'only tests call its function'))],
  }
}

function findIdentifyCalls(app: MantleApp): readonly Call[] {
  return [...app.sources.values()].flatMap(({ tree }) => {
    const calls: Call[] = []
    walk(tree, (node) => {
      if (isCall(node) && isIdentify(app, node)) calls.push(node)
    })
    return calls
  })
}

/** The files that something goes out of, and those that they import. */
function reachedBy({ app, cuts }: Cutting): ReadonlySet<Source> {
  const touched = new Set([...cuts.keys()].map(app.sourceOf))
  const imported = [...touched].flatMap((source) =>
    [...source.imports.values()].map(({ from }) => findModule(from, source, app.sources)),
  )
  return new Set([...touched, ...imported.filter((source) => source !== undefined)])
}

/** Imports that only what went has used, and clients that were made for it. */
function dropTopLevel(cutting: Cutting, source: Source): void {
  for (const statement of source.tree.program.body) {
    if (isGone(cutting, statement)) continue
    const names =
      statement.type === 'ImportDeclaration'
        ? statement.specifiers.map((specifier) => [specifier.local, specifier] as const)
        : declaredBy(cutting, statement).map((name) => [name, statement] as const)
    for (const [name, node] of names) if (isUnread(cutting, name)) cutName(cutting, name, node)
  }
}

/** What a statement declares, if it is a client, what makes one, or a value that nothing is lost with. */
function declaredBy({ app }: Cutting, statement: Statement): readonly Identifier[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type === 'FunctionDeclaration' && declaration.id) return [declaration.id]
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return []
  const [declarator] = declaration.declarations
  const { init } = declarator ?? {}
  const isOurs = !init || isIdle(init) || isClient(app, { source: app.sourceOf(init), node: init })
  return declarator && isOurs ? namesOf(declarator) : []
}

/** Whether what went has read a name, and nothing else does. */
function isUnread(cutting: Cutting, name: Identifier): boolean {
  const values = findUses(cutting.app, name).filter(({ kind }) => kind === 'value')
  const inside = values.filter(({ node }) => isGone(cutting, node))
  return inside.length > 0 && inside.length === values.length
}

function cutName(cutting: Cutting, name: Identifier, node: Node): void {
  const handed = findUses(cutting.app, name).filter(({ kind }) => kind === 'handed')
  if (handed.some((use) => isOfTests(cutting.app.sourceOf(use.node).path))) return
  for (const use of handed) cutting.cuts.set(use.node, '')
  cutting.cuts.set(node, '')
}
