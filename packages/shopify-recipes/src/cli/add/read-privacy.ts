import type { Node, ObjectExpression } from '@babel/types'
import type { Host } from './detect-host.ts'
import { resolveImport } from './resolve-import.ts'
import { findImportedName, type ImportedName } from './shopify-config.ts'
import { parseSourceFile, type SourceFile } from './source-file.ts'
import { findCalls, findNamedMember, mayHold, resolveConstant } from './syntax.ts'

/** How an Express app handles the compliance topics before the command. */
export type Privacy =
  | { readonly kind: 'none' }
  /** As Shopify's Node template does: by callbacks in a file of their own, which ours can call. */
  | { readonly kind: 'callbacks'; readonly handlers: ImportedName }
  /** In a way that is left as it is. */
  | { readonly kind: 'own' }

const topics = ['CUSTOMERS_DATA_REQUEST', 'CUSTOMERS_REDACT', 'SHOP_REDACT']
const none: Privacy = { kind: 'none' }
const own: Privacy = { kind: 'own' }

/** Finds out what the server gives to `shopify.processWebhooks` for the compliance topics. */
export function readPrivacy(server: SourceFile, host: Host): Privacy {
  const [call, ...others] = findCalls(server.program, 'processWebhooks')
  if (call === undefined) return none
  const [argument] = call.arguments
  const options = argument && resolveConstant(server, argument)
  const member =
    options?.type === 'ObjectExpression' ? findNamedMember(options, 'webhookHandlers') : undefined
  if (member?.type !== 'ObjectProperty' || others.length > 0) return own
  const { value } = member
  if (resolveConstant(server, value)?.type === 'ObjectExpression') return holdsAny(server, value) ? own : none
  const handlers = value.type === 'Identifier' ? findImportedName(server, value.name) : undefined
  const exported = handlers && readDefaultExport(handlers, host)
  if (handlers === undefined || exported === undefined) return own
  if (!holdsAny(exported.file, exported.object)) return none
  // The types of Shopify's handlers know no callback: TypeScript would not take what we write.
  if (host.extension === 'ts' || !hasCallbacksAlone(exported.object)) return own
  return { kind: 'callbacks', handlers }
}

interface Exported {
  readonly file: SourceFile
  readonly object: ObjectExpression
}

function readDefaultExport({ from, imported }: ImportedName, { folder, entry }: Host): Exported | undefined {
  const path = imported === null ? resolveImport(folder, entry, from) : undefined
  if (path === undefined) return undefined
  const file = parseSourceFile(path, folder.read(path) ?? '')
  const statement = file.program.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const value =
    statement?.type === 'ExportDefaultDeclaration' ? resolveConstant(file, statement.declaration) : undefined
  return value?.type === 'ObjectExpression' ? { file, object: value } : undefined
}

function holdsAny(file: SourceFile, object: Node): boolean {
  return topics.some((topic) => mayHold(file, object, topic))
}

function hasCallbacksAlone(object: ObjectExpression): boolean {
  const hasCallback = (topic: string) => {
    const member = findNamedMember(object, topic)
    const handler = member?.type === 'ObjectProperty' ? member.value : undefined
    return handler?.type === 'ObjectExpression' && findNamedMember(handler, 'callback') !== undefined
  }
  return object.properties.length === topics.length && topics.every(hasCallback)
}
