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

export default defineConfig({
  base: '/console/',
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
    // What is sent first is compressed as one.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
})
