#!/usr/bin/env node
// Committed as it is, so that npm links the command also before anything was built.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`affiliate-service needs Node 22.13 or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}

const built = new URL('../dist/main.js', import.meta.url)
const source = new URL('../src/main.ts', import.meta.url)

if (existsSync(built)) {
  await import(built.href)
} else {
  // A checkout that was not built runs from its sources: Node strips the types, and the source condition leads
  // from one package to the next.
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['@affiliate-platform/source', ...context.conditions] }),
  })
  await import(source.href)
}
