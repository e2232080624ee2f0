import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests read the packages' TypeScript sources: nothing has to be built first.
const sourceCondition = '@affiliate-platform/source'

const notOurs = ['**/node_modules/**', '**/dist/**']
// The command and the packages as a user runs them, each in processes of its own: seconds a test, not milliseconds.
const wholeProcesses = [
  'packages/operator/test/**/*.test.ts',
  'packages/shopify-recipes/test/cli/{add/built-apps,built-doctor}.test.ts',
  'benchmarks/programs.test.ts',
  'e2e/**/*.test.ts',
]
// No test of these changes its process for good: no globals, no environment, no memory of a module that another file
// meets. What is killed or flooded is another process.
const sharable = [
  'packages/{contract,commission-engine,shopify-simulator}/{src,test}/**/*.test.ts',
  'packages/platform/{src,test}/**/*.test.ts',
  'packages/sdk/{src,test/!(documentation)}/**/*.test.ts',
  'packages/shopify-recipes/{src,test/ledgers}/**/*.test.ts',
  'packages/shopify-recipes/test/cli/**/!(bin|built-*).test.ts',
  'packages/service/src/**/*.test.ts',
  'packages/service/test/!(guarantees)/**/*.test.ts',
  // These two count the sockets and the bytes of their own process.
  'packages/service/test/guarantees/!(fuzz|ssrf).test.ts',
]
const browsers = ['e2e/browser/**/*.test.ts', 'packages/service/test/docs/browser.test.ts']

// Every worker begins by compiling the same modules; those of packages are read from where the last one left them.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/affiliate-platform/compiled')

const isSoak = process.env['GUARANTEE_SCALE'] === 'soak'
// Full sizes take what they take, and a machine that is busy otherwise is no failure.
const timeoutMs = isSoak ? 7_200_000 : 600_000

export default defineConfig({
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'module', 'node', 'development|production'] } },
  test: {
    // Of the root: in a project it would make every database once more.
    globalSetup: ['./test/prepare-databases.ts'],
    setupFiles: ['./test/fail-on-console.ts'],
    reporters: ['default', './test/closing-line-reporter.ts'],
    // One more than cores, because tests wait for processes and time-outs; each embedded database holds up to 1 GB.
    maxWorkers: Math.min(3, availableParallelism() + 1),
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    // What is waited for comes when the machine has time for it, and Vitest's own second is no promise of ours.
    expect: { poll: { timeout: 30_000 } },
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
          exclude: [...notOurs, ...sharable, ...wholeProcesses, ...browsers],
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: sharable,
          exclude: [...notOurs, ...browsers],
          // A fresh worker imports all of the service and compiles the embedded database: most of what a small file takes.
          isolate: isSoak,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: wholeProcesses,
          exclude: [...notOurs, ...browsers, 'e2e/hosts/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browsers,
          // A browser, an app and a service want both cores: they neither wait for other tests nor disturb them.
          sequence: { groupOrder: 1 },
          maxWorkers: Math.min(2, availableParallelism()),
        },
      },
    ],
  },
})
