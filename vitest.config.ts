import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests read the packages' TypeScript sources: nothing has to be built first.
const sourceCondition = '@affiliate-platform/source'

const notOurs = ['**/node_modules/**', '**/dist/**']
const globalSetup = ['./test/prepare-databases.ts']
// The command and the packages as a user runs them, each in processes of its own: seconds a test, not milliseconds.
const wholeProcesses = ['packages/operator/test/**/*.test.ts', 'e2e/**/*.test.ts']
const browsers = ['e2e/browser/**/*.test.ts', 'packages/service/test/docs/browser.test.ts']

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
            'scripts/**/*.test.ts',
            'benchmarks/**/*.test.ts',
          ],
          exclude: [...notOurs, ...wholeProcesses, ...browsers],
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: wholeProcesses,
          exclude: [...notOurs, ...browsers, 'e2e/hosts/**'],
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browsers,
          globalSetup,
          // A browser, an app and a service want both cores: they neither wait for other tests nor disturb them.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
