import type { Node, ObjectExpression } from '@babel/types'
import type { Reader } from './add-reader.ts'
import { insertProperty } from './insert-property.ts'
import { usesRecipes } from './recipe-names.ts'
import { findShopifyConfig, isCalledInFunction } from './shopify-config.ts'
import { applyEdits, type Edit, insertAfterImports, type SourceFile } from './source-file.ts'
import { restyle } from './source-style.ts'
import { findNamedMember, mayHold, resolveConstant } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'
import { wrapAfterAuth } from './wrap-after-auth.ts'

/** What the hook's file gets beside the hook. */
export interface HookParts {
  /** The entry of this package. */
  readonly recipes: string
  /** The file with the ledger. */
  readonly ledger: string
  readonly reader: Reader | undefined
}

/**
 * Adds `identifyOnInstall` as `hooks.afterAuth`, or beside the one that is there.
 *
 * @returns the file's text, unchanged if it has the hook
 * @throws UnsupportedAppError where the file does not show what its hooks are, or may make them anew for each request
 */
export function addHook(file: SourceFile, { recipes, ledger, reader }: HookParts): string {
  if (usesRecipes(file, 'identifyOnInstall')) return file.text
  if (isCalledInFunction(file)) {
    throw new UnsupportedAppError(
      `${file.path} calls shopifyApp in a function, which may run for each request.`,
    )
  }
  const hook = `identifyOnInstall({ ledger: installLedger${reader ? ', readShop' : ''} })`
  const { edits, constant } = editHooks(file, findShopifyConfig(file), hook)
  const imports = [
    ...(reader ? [reader.importLine] : []),
    `import { identifyOnInstall } from '${recipes}';`,
    `import { installLedger } from '${ledger}';`,
  ]
  const lines = [...imports, ...constant].map((line) => restyle(line, file.style))
  return applyEdits(file.text, [insertAfterImports(file, lines), ...edits, ...(reader ? [reader.edit] : [])])
}

interface HookEdits {
  readonly edits: readonly Edit[]
  /** Lines to add below the imports. */
  readonly constant: readonly string[]
}

function editHooks(file: SourceFile, config: ObjectExpression, hook: string): HookEdits {
  rejectSpreads(file, config, 'hooks')
  const member = findNamedMember(config, 'hooks')
  if (member === undefined) {
    return { edits: insertProperty(file, config, `hooks: { afterAuth: ${hook} }`), constant: [] }
  }
  const hooks = member.type === 'ObjectProperty' ? resolveConstant(file, member.value) : undefined
  if (hooks?.type !== 'ObjectExpression') {
    throw new UnsupportedAppError(`${file.path} gets its hooks from elsewhere.`)
  }
  rejectSpreads(file, hooks, 'afterAuth')
  const theirs = findNamedMember(hooks, 'afterAuth')
  if (theirs === undefined) return { edits: insertProperty(file, hooks, `afterAuth: ${hook}`), constant: [] }
  const isInline = member.type === 'ObjectProperty' && member.value === hooks
  return {
    edits: [wrapAfterAuth(file, theirs, isInline)],
    constant: ['', `const identifyShop = ${hook};`],
  }
}

function rejectSpreads(file: SourceFile, { properties }: ObjectExpression, name: string): void {
  const isOpen = (node: Node) => node.type === 'SpreadElement' && mayHold(file, node.argument, name)
  if (properties.some(isOpen)) {
    throw new UnsupportedAppError(`${file.path} spreads an object that may contain ${name}.`)
  }
}
