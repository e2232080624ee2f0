import { defineConfig } from 'vitest/config'

// Apart from vite.config.ts: the tests call the routes' loaders and actions, and need nothing of Remix's build.
const sourceCondition = '@affiliate-platform/source'

export default defineConfig({
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'module', 'node', 'development|production'] } },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['../../test/fail-on-console.ts'],
    reporters: ['default', '../../test/closing-line-reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
