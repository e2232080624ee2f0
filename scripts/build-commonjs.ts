// Run in a package after `tsc`: lets CommonJS in, for TypeScript with `node10` and `node16` too. The declarations lie a
// second time in `dist/cjs`, where they are those of CommonJS. The code does not: `require` gives the very same module,
// so that there is one copy of every class.
import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

for (const file of globSync('**/*.d.ts', { cwd: 'dist', exclude: (name) => name === 'cjs' })) {
  const copy = join('dist/cjs', file)
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(join('dist', file), copy)
}
writeFileSync('dist/cjs/package.json', '{"type":"commonjs"}\n')
for (const entry of globSync('*.js', { cwd: 'dist' })) {
  writeFileSync(join('dist/cjs', entry), `module.exports = require('../${entry}')\n`)
}
