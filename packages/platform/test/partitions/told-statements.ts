// Usage: node --conditions=@affiliate-platform/source told-statements.ts
// Writes every statement of the platform that is a value in its code, as JSON. They are private to their modules, so that
// each module is made to tell its own as it is loaded.
import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'

const told: unknown[] = []
Object.assign(globalThis, { tellStatements: (statements: readonly unknown[]) => told.push(...statements) })

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (!url.includes('/packages/platform/src/')) return loaded
    const source = String(loaded.source)
    const names = [...source.matchAll(/^(?:export )?const (\w+): Statement = /gm)].map(([, name]) => name)
    return { ...loaded, source: `${source}\nglobalThis.tellStatements([${names.join(', ')}])\n` }
  },
})

const sources = new URL('../../src/', import.meta.url)
for (const file of globSync('**/*.ts', { cwd: sources.pathname })) {
  if (!file.endsWith('.test.ts')) await import(new URL(file, sources).href)
}
process.stdout.write(JSON.stringify(told))
