import { type ParserPlugin, parse } from '@babel/parser'
import type { Comment, ImportDeclaration, Program } from '@babel/types'
import { detectStyle, type SourceStyle } from './source-style.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** A text that is edited by the places of its syntax. */
export interface SourceText {
  readonly text: string
  readonly comments: readonly Comment[]
  readonly style: SourceStyle
}

export interface SourceFile extends SourceText {
  readonly path: string
  readonly program: Program
}

/** The replacement of a stretch of text; everything outside stays byte for byte. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Parses a source file.
 *
 * @throws UnsupportedAppError for one that no compiler would take
 */
export function parseSourceFile(path: string, text: string): SourceFile {
  const plugins: ParserPlugin[] = []
  if (/\.[mc]?tsx?$/.test(path)) plugins.push('typescript')
  // In a .ts file `<Name>value` is a cast.
  if (!/\.[mc]?ts$/.test(path)) plugins.push('jsx')
  try {
    const { program, comments } = parse(text, { sourceType: 'module', plugins })
    return { path, text, program, comments: comments ?? [], style: detectStyle(text, program) }
  } catch {
    throw new UnsupportedAppError(`${path} cannot be parsed.`)
  }
}

/** Applies edits that do not overlap. Insertions at one place keep their order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let position = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(position, edit.start) + edit.text
    position = edit.end
  }
  return result + text.slice(position)
}

export function textOf(
  { text }: SourceText,
  node: { readonly start?: number | null; readonly end?: number | null },
): string {
  return text.slice(node.start ?? 0, node.end ?? 0)
}

/** Adds lines below the imports, or at the top of a file that has none. */
export function insertAfterImports(file: SourceFile, lines: readonly string[]): Edit {
  const { eol } = file.style
  const last = file.program.body.findLast((statement) => statement.type === 'ImportDeclaration')
  if (last === undefined) return insertAt(0, lines.map((line) => line + eol).join(''))
  return insertAt(endOfLine(file, last.end ?? 0), lines.map((line) => eol + line).join(''))
}

/** An edit that only adds. */
export function insertAt(position: number, text: string): Edit {
  return { start: position, end: position, text }
}

/** Where the line ends after a place, if only a comment follows there; else the place itself. */
export function endOfLine({ text }: SourceText, position: number): number {
  const newline = text.indexOf('\n', position)
  const rest = text.slice(position, newline < 0 ? text.length : newline)
  return rest.trimStart().startsWith('//') ? position + rest.trimEnd().length : position
}

/** The white space that the line of a place begins with. */
export function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position)
  return line.slice(0, line.length - line.trimStart().length)
}

/** The next place from one on that is neither white space nor comment. */
export function skipBlanks({ text, comments }: SourceText, start: number): number {
  let position = start
  while (position < text.length) {
    const comment = comments.find((entry) => entry.start === position)
    if (comment?.end) position = comment.end
    else if (text.charAt(position).trim() === '') position += 1
    else break
  }
  return position
}

/** The declarations that import from a module for which `isWanted` says so. */
export function findImports(
  { program }: SourceFile,
  isWanted: (source: string) => boolean,
): readonly ImportDeclaration[] {
  return program.body
    .filter((statement) => statement.type === 'ImportDeclaration')
    .filter(({ source }) => isWanted(source.value))
}
