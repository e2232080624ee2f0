import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Packs the built SDK and contract, and puts them into an empty project, as a registry would. */
export function installPacked(project) {
  const scope = join(project, 'node_modules/@affiliate-platform')
  mkdirSync(scope, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{"private":true}')
  for (const name of ['contract', 'sdk']) {
    const args = ['pack', '--json', '--pack-destination', project, '-w', `@affiliate-platform/${name}`]
    const packed = JSON.parse(
      execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed)
    mkdirSync(join(scope, name))
    execFileSync('tar', ['-xzf', join(project, filename), '--strip-components=1', '-C', join(scope, name)])
  }
}
