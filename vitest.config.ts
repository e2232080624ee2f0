import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests read the packages' TypeScript sources: nothing has to be built first.
const sourceCondition = '@affiliate-platform/source'

export default defineConfig({
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'module', 'node', 'development|production'] } },
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
      'e2e/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    // The pages are clicked through by `npm run test:browser`: that takes minutes, and a browser.
    exclude: ['**/node_modules/**', '**/dist/**', ...(process.env['BROWSER'] ? [] : ['e2e/browser/**'])],
    globalSetup: ['./test/prepare-databases.ts'],
    setupFiles: ['./test/fail-on-console.ts'],
    reporters: ['default', './test/closing-line-reporter.ts'],
    // Each embedded database holds up to 1 GB at its peak.
    maxWorkers: Math.min(2, availableParallelism()),
    // Budgets are tested on real sockets too, and a shared build machine can stall for longer than their slack.
    retry: process.env['CI'] ? 2 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
