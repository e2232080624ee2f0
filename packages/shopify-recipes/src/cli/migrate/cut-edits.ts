import type { Comment, Node } from '@babel/types'
import type { Edit } from '../add/source-file.ts'
import type { Source } from '../doctor/parse-source.ts'
import { walk } from '../doctor/walk.ts'
import type { Cutting } from './cuts.ts'

/** What a source becomes by what goes out of it; the same text where nothing does. */
export function editsOf({ app, cuts }: Cutting, source: Source): readonly Edit[] {
  const edits: Edit[] = []
  walk(source.tree, (node, ancestors) => {
    const text = cuts.get(node) ?? (isEmptied(node, cuts) ? '' : undefined)
    if (text === undefined || ancestors.some((around) => cuts.has(around) || isEmptied(around, cuts))) return
    const around = app.parents.get(node)
    if (text !== '') edits.push({ start: node.start ?? 0, end: node.end ?? 0, text })
    else if (around?.type === 'IfStatement')
      edits.push({ ...rangeOf(node), start: around.consequent.end ?? 0 })
    else if (/Specifier|Property|Method/.test(node.type)) edits.push(memberEdit(source, node, around))
    else edits.push(lineEdit(source, node))
  })
  return closeGaps(source.text, edits)
}

/** An import of nothing but what goes. */
function isEmptied(node: Node, cuts: Cutting['cuts']): boolean {
  if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration') return false
  return node.specifiers.length > 0 && node.specifiers.every((specifier) => cuts.has(specifier))
}

const rangeOf = ({ start, end }: Node): Edit => ({ start: start ?? 0, end: end ?? 0, text: '' })

/** A member of a list, with the comma behind it, or else the one in front. */
function memberEdit({ text }: Source, node: Node, around: Node | undefined): Edit {
  const { start, end } = rangeOf(node)
  const behind = /^\s*,/.exec(text.slice(end))?.[0]
  const line = text.lastIndexOf('\n', start) + 1
  const isOnOwnLine = text.slice(line, start).trim() === ''
  if (behind !== undefined) {
    const after = end + behind.length
    const rest = /^[ \t]*\r?\n/.exec(text.slice(after))?.[0]
    if (isOnOwnLine && rest !== undefined) return { start: line, end: after + rest.length, text: '' }
    return { start, end: after + (/^[ \t]*/.exec(text.slice(after))?.[0].length ?? 0), text: '' }
  }
  const front = /,?\s*$/.exec(text.slice(around?.start ?? 0, start))?.[0] ?? ''
  const isSpaced = front.startsWith(',') || text[end] !== ' '
  return {
    start: start - (isSpaced ? front.trimEnd().length + (front.length - front.trimEnd().length) : 0),
    end,
    text: '',
  }
}

/** The lines of a statement, with the comment directly above. */
function lineEdit({ text }: Source, node: Node): Edit {
  const above = node.leadingComments?.reduceRight<Comment | undefined>(
    (next, comment) => (touches(text, comment, next ?? node) ? comment : next),
    undefined,
  )
  const first = above?.start ?? node.start ?? 0
  const line = text.lastIndexOf('\n', first - 1) + 1
  const rest = /^[ \t]*(?:\/\/[^\n]*)?\r?\n/.exec(text.slice(node.end ?? 0))?.[0] ?? ''
  const start = text.slice(line, first).trim() === '' ? line : first
  return { start, end: (node.end ?? 0) + rest.length, text: '' }
}

/** Joins edits that touch, and takes a blank line along that would be left at the edge of a block, or as a second one. */
function closeGaps(text: string, edits: readonly Edit[]): readonly Edit[] {
  const joined: Edit[] = []
  for (const edit of edits) {
    const last = joined.at(-1)
    const isBlank = last?.text === '' && edit.text === '' && text.slice(last.end, edit.start).trim() === ''
    if (last && isBlank) joined[joined.length - 1] = { ...last, end: edit.end }
    else joined.push(edit)
  }
  return joined.map((edit) => {
    const { start, end } = edit
    if (edit.text !== '' || text[end - 1] !== '\n') return edit
    const before = /(?:^|\n)([ \t]*\r?\n)*$/.exec(text.slice(0, start))?.[0].replace(/^\n/, '') ?? ''
    const after = /^([ \t]*\r?\n)*/.exec(text.slice(end))?.[0] ?? ''
    const isFirst = start - before.length === 0 || /[{[(]\r?\n$/.test(text.slice(0, start - before.length))
    if (isFirst || before !== '') return { ...edit, end: end + after.length, ...closing(text, edit, before) }
    return edit
  })
}

/** In front of what closes a block, no blank line stays. */
function closing(text: string, { start, end }: Edit, before: string): { readonly start: number } {
  return { start: /^\s*[}\])]/.test(text.slice(end)) ? start - before.length : start }
}

/** Whether a comment stands directly above, on a line of its own. */
function touches(text: string, comment: Comment, below: Pick<Node, 'start'>): boolean {
  const line = text.slice(text.lastIndexOf('\n', comment.start ?? 0) + 1, comment.start ?? 0)
  const between = text.slice(comment.end ?? 0, below.start ?? 0)
  return line.trim() === '' && between.trim() === '' && between.split('\n').length <= 2
}
