import type { ObjectExpression } from '@babel/types'
import { type Edit, endOfLine, indentAt, insertAt, type SourceText, skipBlanks } from './source-file.ts'
import { restyle } from './source-style.ts'

/**
 * Adds a property to an object literal: behind the last one that has a name, on a line of its own where the others
 * have one, with a trailing comma where they have one.
 *
 * @param code - in our own style
 */
export function insertProperty(file: SourceText, object: ObjectExpression, code: string): readonly Edit[] {
  const { text, style } = file
  const [first] = object.properties
  const anchor =
    object.properties.findLast(({ type }) => type !== 'SpreadElement') ?? object.properties.at(-1)
  if (first === undefined || anchor === undefined) {
    return [{ start: object.start ?? 0, end: object.end ?? 0, text: `{ ${restyle(code, style)} }` }]
  }
  const end = anchor.end ?? 0
  if (!text.slice(object.start ?? 0, first.start ?? 0).includes('\n')) {
    return [insertAt(end, `, ${restyle(code, style)}`)]
  }
  const comma = skipBlanks(file, end)
  const hasComma = text[comma] === ','
  const indent = indentAt(text, anchor.start ?? 0)
  const line = restyle(code, style).replaceAll(style.eol, style.eol + indent)
  return [
    ...(hasComma ? [] : [insertAt(end, ',')]),
    insertAt(
      endOfLine(file, hasComma ? comma + 1 : end),
      `${style.eol}${indent}${line}${hasComma ? ',' : ''}`,
    ),
  ]
}
