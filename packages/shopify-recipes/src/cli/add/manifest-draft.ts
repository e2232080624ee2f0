import { readFileSync } from 'node:fs'
import { parseExpression } from '@babel/parser'
import type { ObjectExpression } from '@babel/types'
import { toRecord } from '../../lib/fault.ts'
import { type Host, readManifest } from './detect-host.ts'
import type { Draft, HostPlan } from './host-plan.ts'
import { insertProperty } from './insert-property.ts'
import { packageName } from './recipe-names.ts'
import { applyEdits, type Edit, indentAt, insertAt } from './source-file.ts'
import { detectEol, detectIndent } from './source-style.ts'
import { findNamedMember } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** Adds this package and others to the dependencies of the server, in the place where a package manager would. */
export function draftManifest({ folder, root }: Host, others: HostPlan['packages'] = {}): Draft {
  const path = `${root}package.json`
  const known = toRecord(readManifest(folder, path)['dependencies'])
  let text = folder.read(path) ?? '{}'
  for (const entry of Object.entries({ [packageName]: readOwnVersion(), ...others })) {
    if (entry[0] in known) continue
    const object = parseExpression(text)
    if (object.type !== 'ObjectExpression') throw new UnsupportedAppError(`${path} is not an object.`)
    text = applyEdits(text, addDependency(text, object, entry))
  }
  return [path, text]
}

/** The version of this package that runs. */
function readOwnVersion(): string {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return String(toRecord(JSON.parse(manifest))['version'])
}

function addDependency(
  text: string,
  manifest: ObjectExpression,
  [name, range]: readonly [string, string],
): readonly Edit[] {
  const entry = `"${name}": "${range}"`
  const style = { eol: detectEol(text), indent: detectIndent(text), quote: '"', semicolon: true } as const
  const file = { text, style, comments: [] }
  const dependencies = findNamedMember(manifest, 'dependencies')
  if (dependencies?.type !== 'ObjectProperty' || dependencies.value.type !== 'ObjectExpression') {
    return insertProperty(file, manifest, `"dependencies": {\n  ${entry}\n}`)
  }
  const next = dependencies.value.properties.find(
    (member) =>
      member.type === 'ObjectProperty' && member.key.type === 'StringLiteral' && member.key.value > name,
  )
  if (next === undefined) return insertProperty(file, dependencies.value, entry)
  const start = next.start ?? 0
  return [insertAt(start, `${entry},${style.eol}${indentAt(text, start)}`)]
}
