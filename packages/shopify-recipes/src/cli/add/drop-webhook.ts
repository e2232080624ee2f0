import type { ObjectExpression, ObjectProperty } from '@babel/types'
import { legacyUri } from './legacy-webhook.ts'
import { removeUnusedImports } from './replace-webhook.ts'
import { applyEdits, type Edit, parseSourceFile, type SourceFile } from './source-file.ts'
import { findNamedMember, mayHold, resolveConstant } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

const topic = 'APP_UNINSTALLED'
const known = [legacyUri, '/webhooks/app/uninstalled']

/**
 * Takes uninstalls out of the option `webhooks`: `shopify.app.toml` subscribes for all shops.
 *
 * @throws UnsupportedAppError where they are delivered to a place that is not ours, nor the route of all topics
 */
export function dropWebhook(file: SourceFile, config: ObjectExpression): SourceFile {
  const webhooks = findNamedMember(config, 'webhooks')
  if (webhooks?.type !== 'ObjectProperty' || !mayHold(file, webhooks.value, topic)) return file
  const object = resolveConstant(file, webhooks.value)
  const entry = object?.type === 'ObjectExpression' ? findNamedMember(object, topic) : undefined
  const handler = entry?.type === 'ObjectProperty' ? resolveConstant(file, entry.value) : undefined
  const url = handler?.type === 'ObjectExpression' ? findNamedMember(handler, 'callbackUrl') : undefined
  const isKnown =
    url?.type === 'ObjectProperty' && url.value.type === 'StringLiteral' && known.includes(url.value.value)
  if (object?.type !== 'ObjectExpression' || entry?.type !== 'ObjectProperty' || !isKnown) {
    throw new UnsupportedAppError(`${file.path} handles ${topic} in its own webhooks.`)
  }
  const isInline = object === webhooks.value
  const edit = object.properties.length === 1 && isInline ? removal(config, webhooks) : removal(object, entry)
  return parseSourceFile(file.path, removeUnusedImports(file, applyEdits(file.text, [edit])))
}

/** From where the property begins to the next one, or from the end of the one before. */
function removal({ properties, start, end }: ObjectExpression, property: ObjectProperty): Edit {
  const index = properties.indexOf(property)
  const next = properties[index + 1]
  if (next) return { start: property.start ?? 0, end: next.start ?? 0, text: '' }
  const before = properties[index - 1]
  if (before) return { start: before.end ?? 0, end: property.end ?? 0, text: '' }
  return { start: start ?? 0, end: end ?? 0, text: '{}' }
}
