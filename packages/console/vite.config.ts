import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Compresses once what every browser asks for compressed. */
const compress: Plugin = {
  name: 'compress',
  writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets')
    for (const name of readdirSync(folder)) {
      if (!/\.(?:css|js|svg)$/.test(name)) continue
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))))
    }
  },
}

/** The console, or in the mode `portal` the portal: two pages that share sources and nothing that is sent. */
export default defineConfig(({ mode }) => ({
  base: mode === 'portal' ? '/portal/' : '/console/',
  plugins: [react(), compress],
  // The example apps bring an older React to the root, which some of the packages would find first.
  resolve: {
    dedupe: ['react', 'react-dom'],
    conditions: ['@affiliate-platform/source', 'module', 'browser'],
  },
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: mode === 'portal' ? 'portal.html' : 'index.html',
      // What is sent first is compressed as one.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
}))
