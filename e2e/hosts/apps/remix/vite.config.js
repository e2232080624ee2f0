import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    remix({
      buildDirectory: process.env.BUILD_DIRECTORY,
      ignoredRouteFiles: ['**/.*'],
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_lazyRouteDiscovery: true,
        // The template says false. `remix-serve` then replaces the global fetch, Request and Response.
        v3_singleFetch: process.env.SINGLE_FETCH === 'true',
      },
    }),
  ],
})
