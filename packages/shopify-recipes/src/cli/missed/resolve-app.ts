import type { ResolveHook } from 'node:module'

const endings = ['.ts', '.js', '.mts', '.mjs', '/index.ts', '/index.js']

/** Resolves what an app's bundler does: imports of its own files without their ending. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context)
  } catch (error) {
    if (!specifier.startsWith('.')) throw error
    for (const ending of endings) {
      const found = await Promise.resolve(next(specifier + ending, context)).catch(() => undefined)
      if (found !== undefined) return found
    }
    throw error
  }
}
