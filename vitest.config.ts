import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests read the packages' TypeScript sources: nothing has to be built first.
const sourceCondition = '@affiliate-platform/source'

export default defineConfig({
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'module', 'node', 'development|production'] } },
  test: {
    setupFiles: ['./test/fail-on-console.ts'],
    reporters: ['default', './test/closing-line-reporter.ts'],
    // Each embedded database holds up to 1 GB at its peak.
    maxWorkers: Math.min(2, availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: [
            'packages/*/{src,test}/**/*.test.ts',
            'examples/*/test/**/*.test.ts',
            'e2e/**/*.test.ts',
            'scripts/**/*.test.ts',
            'benchmarks/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', 'e2e/browser/**', 'e2e/hosts/**'],
          globalSetup: ['./test/prepare-databases.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/browser/**/*.test.ts'],
          // A browser, an app and a service want both cores: they neither wait for other tests nor disturb them.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
