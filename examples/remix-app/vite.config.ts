import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

// Inside this repository the packages are read from their TypeScript sources: nothing has to be built first.
const sourceCondition = '@affiliate-platform/source'

export default defineConfig({
  plugins: [
    remix({
      buildDirectory: process.env['BUILD_DIRECTORY'] || 'build',
      ignoredRouteFiles: ['**/.*'],
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_lazyRouteDiscovery: false,
        v3_singleFetch: false,
      },
    }),
  ],
  resolve: { conditions: [sourceCondition, 'module', 'browser', 'development|production'] },
  ssr: {
    resolve: {
      conditions: [sourceCondition, 'module', 'node', 'development|production'],
      externalConditions: [sourceCondition, 'node'],
    },
  },
  // The database and its journal change with every request.
  server: { watch: { ignored: ['**/data/**'] } },
})
