import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const sourceCondition = '@affiliate-platform/source'
const reporter = resolve(import.meta.dirname, '../../test/closing-line-reporter.ts')

export default defineConfig({
  root: import.meta.dirname,
  // The world is read from the packages' sources; the apps take what would be published.
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'module', 'node', 'development|production'] } },
  test: {
    include: ['*.test.ts'],
    globalSetup: ['./support/prepare.ts'],
    reporters: ['default', './support/table-reporter.ts', reporter],
    maxWorkers: 2,
    retry: process.env['CI'] ? 2 : 0,
    testTimeout: 90_000,
    // An embedded database is made in it, and a busy machine takes its time.
    hookTimeout: 180_000,
  },
})
