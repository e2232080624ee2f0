import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

// Inside this repository the packages are read from their TypeScript sources: nothing has to be built first.
const sourceCondition = '@affiliate-platform/source'

// `shopify app dev` says by which address its tunnel leads here.
const { hostname } = new URL(process.env['SHOPIFY_APP_URL'] || 'http://localhost')
const isTunnel = hostname !== 'localhost'

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
  server: {
    port: Number(process.env['PORT'] || 3000),
    allowedHosts: [hostname],
    cors: { preflightContinue: true },
    hmr: isTunnel
      ? {
          protocol: 'wss',
          host: hostname,
          port: Number(process.env['FRONTEND_PORT'] || 8002),
          clientPort: 443,
        }
      : { protocol: 'ws', host: hostname, port: 64_999, clientPort: 64_999 },
    // The database and its journal change with every request.
    watch: { ignored: ['**/data/**'] },
  },
})
