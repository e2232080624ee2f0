#!/usr/bin/env node
// Committed as it is, so that npm links the command also before anything was built.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'

const built = new URL('../dist/cli/main.js', import.meta.url)
const source = new URL('../src/cli/main.ts', import.meta.url)

if (existsSync(built)) {
  await import(built.href)
} else if (process.features.typescript && nodeModule.registerHooks) {
  // A checkout that was not built runs from its sources: Node strips the types, and the source condition leads
  // from one package to the next.
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['@affiliate-platform/source', ...context.conditions] }),
  })
  await import(source.href)
} else {
  process.stderr.write('affiliate-recipes is not built yet. Run "npm run build" in the repository first.\n')
  process.exitCode = 1
}
