#!/usr/bin/env node
// Committed as it is, so that npm links the command also before anything was built.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 14)) {
  process.stderr.write(`affiliate-service needs Node 22.14 or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}

// A checkout runs from its sources, so that an old build never runs new expectations; a published package has no
// build settings beside it and runs what was built.
const isCheckout = existsSync(new URL('../tsconfig.build.json', import.meta.url))

if (isCheckout && process.features.typescript) {
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['@affiliate-platform/source', ...context.conditions] }),
  })
  await import(new URL('../src/main.ts', import.meta.url).href)
} else {
  await import(new URL('../dist/main.js', import.meta.url).href)
}
