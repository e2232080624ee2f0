// Writes the links of every published package, after `repository.url` in the root's package.json has changed: npm run links.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { linksOf } from './manifest-links.ts'

for (const file of globSync('packages/*/package.json')) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...linksOf(dirname(file)) }, null, 2)}\n`)
}
