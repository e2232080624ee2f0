import type { BlockStatement, Node, Statement } from '@babel/types'
import { type Cleanup, readCleanup } from './read-cleanup.ts'
import { hasVariant, uninstallRecipe, type Variant } from './recipe-names.ts'
import {
  applyEdits,
  type Edit,
  findImports,
  insertAfterImports,
  parseSourceFile,
  type SourceFile,
} from './source-file.ts'
import { restyle } from './source-style.ts'
import { findReferences, unwrap } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** What the webhook's file is to use. */
export interface WebhookImports {
  readonly variant: Variant
  /** The entry of this package. */
  readonly recipes: string
  /** The file with the ledger. */
  readonly ledger: string
  /** The file that exports `sessionStorage`, if there is one. */
  readonly sessions: string | undefined
}

/**
 * Puts a recipe in the place of the framework's own handling of `app/uninstalled`, and the app's cleanup into it.
 *
 * @returns the file's text, unchanged if it has the recipe
 * @throws UnsupportedAppError where the cleanup cannot be told from the rest
 */
export function replaceWebhook(file: SourceFile, imports: WebhookImports): string {
  if (hasVariant(file, imports.variant)) return file.text
  const { statement, body } = findAction(file)
  const cleanup = readCleanup(file, body)
  const action: Edit = {
    start: statement.start ?? 0,
    end: statement.end ?? 0,
    text: formatAction(file, cleanup, imports),
  }
  const lines = importLines(imports).map((line) => restyle(line, file.style))
  return removeUnusedImports(file, applyEdits(file.text, [insertAfterImports(file, lines), action]))
}

/** The imports that the webhook's file needs for the recipe. */
export function importLines({ variant, recipes, ledger, sessions }: WebhookImports): readonly string[] {
  const recipe = `import { ${uninstallRecipe[variant]} } from '${recipes}';`
  if (variant === 'install') return [recipe, `import { installLedger } from '${ledger}';`]
  return sessions ? [recipe, `import { sessionStorage } from '${sessions}';`] : [recipe]
}

/** The options of the recipe that tell whether a shop is back. */
export function returnOptions({
  variant,
  sessions,
}: Pick<WebhookImports, 'variant' | 'sessions'>): readonly string[] {
  if (variant === 'install') return ['  ledger: installLedger,']
  return sessions ? ['  sessionStorage,'] : []
}

/** A late delivery must delete nothing of a shop that is back. */
export const returnGuard = 'if (isBack) return;'

/** Finds the `action` that a route exports. */
export function findAction(file: SourceFile): {
  readonly statement: Statement
  readonly body: BlockStatement
} {
  for (const statement of file.program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const body = statement.declaration && actionBody(statement.declaration)
    if (body) return { statement, body }
  }
  throw unknownAction(file)
}

function actionBody(declaration: Node): BlockStatement | undefined {
  if (declaration.type === 'FunctionDeclaration') {
    return declaration.id?.name === 'action' ? declaration.body : undefined
  }
  if (declaration.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return undefined
  const [{ id, init } = {}] = declaration.declarations
  if (id?.type !== 'Identifier' || id.name !== 'action') return undefined
  const action = init && unwrap(init)
  const isFunction = action?.type === 'ArrowFunctionExpression' || action?.type === 'FunctionExpression'
  return isFunction && action.body.type === 'BlockStatement' ? action.body : undefined
}

/** The `action` with the recipe and the cleanup, in the style of the file that this comes from. */
export function formatAction(
  { style }: SourceFile,
  { parameter, code }: Cleanup,
  imports: WebhookImports,
): string {
  const call = `export const action = ${uninstallRecipe[imports.variant]}(`
  const options = returnOptions(imports)
  if (code.length === 0) {
    return restyle(options.length === 0 ? `${call});` : [`${call}{`, ...options, '});'].join('\n'), style)
  }
  const { eol, indent } = style
  const before = [`${call}{`, ...options, `  onUninstalled: async (${parameter}) => {`, `    ${returnGuard}`]
  const open = restyle(before.join('\n'), style)
  const lines = code
    .flatMap((text) => text.split(eol))
    .map((line) => (line === '' ? '' : indent.repeat(2) + line))
  return [open, ...lines, restyle('  },\n});', style)].join(eol)
}

/** Removes what only the replaced code used. What nothing had used before stays. */
export function removeUnusedImports(before: SourceFile, text: string): string {
  const after = parseSourceFile(before.path, text)
  const used = findReferences(before.program)
  const left = findReferences(after.program)
  const isUnused = (name: string) => used.has(name) && !left.has(name)
  const edits = findImports(after, () => true).flatMap((declaration): readonly Edit[] => {
    const kept = declaration.specifiers.filter(({ local }) => !isUnused(local.name))
    if (kept.length === declaration.specifiers.length) return []
    const { start, end } = declaration
    if (kept.length === 0) {
      const newline = text.indexOf('\n', end ?? 0)
      return [{ start: start ?? 0, end: newline < 0 ? text.length : newline + 1, text: '' }]
    }
    const removed = declaration.specifiers.filter(({ local }) => isUnused(local.name))
    return removed.map((specifier) => {
      const next = declaration.specifiers[declaration.specifiers.indexOf(specifier) + 1]
      const previous = declaration.specifiers[declaration.specifiers.indexOf(specifier) - 1]
      return next
        ? { start: specifier.start ?? 0, end: next.start ?? 0, text: '' }
        : { start: previous?.end ?? 0, end: specifier.end ?? 0, text: '' }
    })
  })
  return applyEdits(text, edits)
}

function unknownAction({ path }: SourceFile): UnsupportedAppError {
  return new UnsupportedAppError(
    `${path} does not handle app/uninstalled in a way that can be replaced safely.`,
  )
}
