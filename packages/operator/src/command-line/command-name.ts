import { existsSync } from 'node:fs'

/**
 * What a person types to run this command. The short name is nobody's on the registry: outside a checkout it could run a
 * stranger's package (D78).
 *
 * @param root - the folder of this package; a published one has no build settings
 */
export function nameCommand(root: URL): string {
  return existsSync(new URL('tsconfig.build.json', root))
    ? 'affiliate-service'
    : 'npx @affiliate-platform/operator'
}

/** The name in everything that is printed. */
export const commandName = nameCommand(new URL('../../', import.meta.url))
