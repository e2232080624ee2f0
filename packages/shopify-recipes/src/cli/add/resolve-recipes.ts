import type { ResolveHook } from 'node:module'

/** Finds this package for an app that has not installed it yet. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context)
  } catch (error) {
    if (!specifier.startsWith('@affiliate-platform/')) throw error
    return next(specifier, { ...context, parentURL: import.meta.url })
  }
}
