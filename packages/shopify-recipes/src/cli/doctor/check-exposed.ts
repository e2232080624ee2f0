import type { Node } from '@babel/types'
import { findBinding } from './collect-bindings.ts'
import { atPlace, error, type Finding } from './finding.ts'
import { holdsSecret, returnsOf } from './leaks.ts'
import type { Source } from './parse-source.ts'
import type { CheckedApp } from './read-app.ts'
import { placeOf } from './read-files.ts'
import type { Sources } from './resolve-value.ts'
import { findSecrets } from './secrets.ts'
import { keyName, lineOf, walk } from './walk.ts'

const onTheServer = 'Read it only on the server, and rotate the key: it may already be public.'
const exposedPattern =
  /\b(?:VITE_|PUBLIC_|NEXT_PUBLIC_|REACT_APP_)\w*(?:AFFILIATE\w*KEY|SHOPIFY_API_SECRET)\w*/g

/** Every way in which an app's sources hand a key or a secret to browsers. */
export function checkExposed(
  app: CheckedApp,
  env: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const sources = [...app.sources.values()]
  return [
    ...app.files.flatMap((file) =>
      findSecrets(file.text, env).map((index) =>
        atPlace(
          placeOf(file, index),
          error('EXPOSED', 'A key or secret is in the file itself.', literalRemedy),
        ),
      ),
    ),
    ...sources.flatMap(checkNames),
    ...sources.flatMap((source) => checkConfiguration(source, app.sources)),
    ...sources.flatMap((source) => checkResponses(source, app.sources)),
  ]
}

const literalRemedy =
  'Put it into the environment and read it only on the server. Rotate it: it is in the repository, and in the browser bundle.'

function checkNames(source: Source): readonly Finding[] {
  const found = new Map([...source.text.matchAll(exposedPattern)].map((match) => [match[0], match.index]))
  const remedy = 'Rename it without the prefix, and read it only on the server.'
  return [...found].map(([name, index]) =>
    atPlace(placeOf(source, index), error('EXPOSED', `${name} would be shipped to browsers.`, remedy)),
  )
}

/** What a bundler's configuration writes into what browsers get: `define`, and every variable of `envPrefix`. */
function checkConfiguration(source: Source, sources: Sources): readonly Finding[] {
  const findings: Finding[] = []
  if (!/(^|\/)[\w.-]+\.config\.[mc]?[jt]s$/.test(source.path)) return findings
  walk(source.tree, (node) => {
    if (node.type !== 'ObjectProperty') return
    const place = `${source.path}:${lineOf(node)}`
    const name = keyName(node.key)
    if (name === 'define' && holdsSecret({ source, node: node.value }, sources))
      findings.push(atPlace(place, error('EXPOSED', 'define writes a secret into the bundle.', onTheServer)))
    if (name === 'envPrefix' && holdsSecretPrefix(node.value))
      findings.push(atPlace(place, error('EXPOSED', 'envPrefix lets secrets into the bundle.', onTheServer)))
  })
  return findings
}

function holdsSecretPrefix(node: Node): boolean {
  if (node.type === 'ArrayExpression')
    return node.elements.some((one) => one !== null && holdsSecretPrefix(one))
  if (node.type !== 'StringLiteral') return false
  return ['AFFILIATE_WORKSPACE_API_KEY', 'SHOPIFY_API_SECRET'].some((name) => name.startsWith(node.value))
}

/** What loaders and actions return, and Express handlers send. */
function checkResponses(source: Source, sources: Sources): readonly Finding[] {
  const findings: Finding[] = []
  const judge = (node: Node | null | undefined, by: string) => {
    if (!node || !holdsSecret({ source, node }, sources)) return
    const place = `${source.path}:${lineOf(node)}`
    findings.push(atPlace(place, error('EXPOSED', `${by} a secret to the browser.`, onTheServer)))
  }
  for (const name of ['loader', 'action']) {
    for (const node of returnsOf(findBinding(source.bindings, name)?.node)) judge(node, `The ${name} returns`)
  }
  walk(source.tree, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return
    if (!/^(json|jsonp|send|end|write)$/.test(keyName(node.callee.property) ?? '')) return
    if (/^_?(res|response|reply)$/.test(rootName(node.callee.object)))
      for (const sent of node.arguments) judge(sent, 'The handler sends')
  })
  return findings
}

/** `res` of `res.status(200).send`. */
function rootName(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'CallExpression') return rootName(node.callee)
  return node.type === 'MemberExpression' ? rootName(node.object) : ''
}
