import { UsageError } from '../io.ts'
import { findImports, type SourceFile } from './source-file.ts'

/** The name of this package. */
export const packageName = '@affiliate-platform/shopify-recipes'

/** Which of the two recipes an app gets. */
export type Variant = 'install' | 'forward'

/** The function that handles the uninstall webhook in each variant. */
export const uninstallRecipe = { install: 'handleUninstall', forward: 'forwardUninstall' } as const

/** Whether a file imports one of this package's functions. */
export function usesRecipes(file: SourceFile, name: string): boolean {
  const declarations = findImports(
    file,
    (source) => source === packageName || source.startsWith(`${packageName}/`),
  )
  return declarations.some(({ specifiers }) =>
    specifiers.some(
      (specifier) =>
        specifier.type === 'ImportSpecifier' &&
        specifier.imported.type === 'Identifier' &&
        specifier.imported.name === name,
    ),
  )
}

/**
 * Whether a file handles uninstalls by the recipe of a variant.
 *
 * @throws UsageError where it does so by that of the other one (interface 4.4 rule 1: one of them, not both)
 */
export function hasVariant(file: SourceFile, variant: Variant): boolean {
  const other = variant === 'install' ? 'forward' : 'install'
  if (!usesRecipes(file, uninstallRecipe[other])) return usesRecipes(file, uninstallRecipe[variant])
  throw new UsageError(
    `${file.path} has the variant ${other}. Remove it first: npx ${packageName} add --undo`,
  )
}
