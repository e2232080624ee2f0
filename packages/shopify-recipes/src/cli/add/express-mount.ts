import { isBlockStatement, isProgram, type Node, type Statement, traverse } from '@babel/types'
import { endOfLine, findImports, type SourceFile } from './source-file.ts'
import { findReferences } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** Where an Express app takes routes that nothing of its own runs before. */
export interface ExpressMount {
  /** The variable with what `express()` returned. A router's paths would begin with its prefix. */
  readonly app: string
  readonly position: number
}

/**
 * Finds where webhooks are mounted: on the `express()` object, in the block that declares it, in front of whatever may
 * run for every path. A parser or a check of sessions would be first otherwise.
 *
 * @throws UnsupportedAppError unless the file calls `express()` once, for a variable
 */
export function findMount(file: SourceFile): ExpressMount {
  const [declared, ...others] = findDeclared(file)
  if (declared === undefined || others.length > 0) {
    throw new UnsupportedAppError(`${file.path} has no single const app = express().`)
  }
  const { app, statements } = declared
  const end = statements.findIndex((statement, index) => index > 0 && !mayComeFirst(statement, app))
  const place = statements
    .slice(0, end < 0 ? undefined : end)
    .findLast((statement, index) => index === 0 || findReferences(statement).has(app))
  return { app, position: endOfLine(file, place?.end ?? 0) }
}

interface DeclaredApp {
  readonly app: string
  /** The rest of its block, from its declaration on. */
  readonly statements: readonly Statement[]
}

/** Every `express()` of a file; undefined for one that is no variable of a block. */
function findDeclared(file: SourceFile): readonly (DeclaredApp | undefined)[] {
  const names = findImports(file, (from) => from === 'express').flatMap(({ specifiers }) =>
    specifiers.filter(({ type }) => type !== 'ImportSpecifier').map(({ local }) => local.name),
  )
  const found: (DeclaredApp | undefined)[] = []
  traverse(file.program, (node, ancestors) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
    if (!names.includes(node.callee.name)) return
    const { node: variable } = ancestors.at(-1) ?? {}
    const { node: block, index = 0 } = ancestors.findLast(({ node: one }) => isBlock(one)) ?? {}
    const isVariable = variable?.type === 'VariableDeclarator' && variable.id.type === 'Identifier'
    if (!isVariable || variable.id.type !== 'Identifier' || block === undefined || !isBlock(block))
      found.push(undefined)
    else found.push({ app: variable.id.name, statements: block.body.slice(index) })
  })
  return found
}

const isBlock = (node: Node) => isProgram(node) || isBlockStatement(node)

/** Whether a statement gives the app to nothing that could run for the webhooks' paths. */
function mayComeFirst(statement: Statement, app: string): boolean {
  if (statement.type !== 'ExpressionStatement') return !findReferences(statement).has(app)
  const { expression } = statement
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return false
  const { object, property } = expression.callee
  if (object.type !== 'Identifier' || object.name !== app || property.type !== 'Identifier') return false
  const [path] = expression.arguments
  const isWide = path?.type === 'StringLiteral' && /[*:]/.test(path.value)
  return property.name === 'get' || property.name === 'set' || (property.name === 'post' && !isWide)
}
