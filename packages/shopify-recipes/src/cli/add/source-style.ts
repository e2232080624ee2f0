import type { Program, Statement } from '@babel/types'

/** How a file is written, so that what is added looks like the rest of it. */
export interface SourceStyle {
  readonly eol: '\n' | '\r\n'
  readonly indent: string
  readonly quote: '"' | "'"
  readonly semicolon: boolean
}

/** Reads the style of a parsed file. */
export function detectStyle(text: string, { body }: Program): SourceStyle {
  const statements = body.filter(endsWithSemicolon)
  const closed = statements.filter(({ end }) => text[(end ?? 0) - 1] === ';')
  const source = body.find((statement) => statement.type === 'ImportDeclaration')?.source
  return {
    eol: detectEol(text),
    indent: detectIndent(text),
    quote: text[source?.start ?? 0] === "'" ? "'" : '"',
    semicolon: closed.length * 2 >= statements.length,
  }
}

/** Reads how the lines of a text end: as most of them do. */
export function detectEol(text: string): '\n' | '\r\n' {
  const lines = text.split('\n').length - 1
  return (text.split('\r\n').length - 1) * 2 > lines ? '\r\n' : '\n'
}

/** Writes code of ours (two spaces, single quotes, semicolons, `\n`) in the style of a file. */
export function restyle(code: string, { eol, indent, quote, semicolon }: SourceStyle): string {
  const lines = code.split('\n').map((line) => {
    const words = line.trimStart()
    const closed = !semicolon && words.endsWith(';') ? words.slice(0, -1) : words
    return indent.repeat((line.length - words.length) / 2) + closed.replaceAll("'", quote)
  })
  return lines.join(eol)
}

function endsWithSemicolon({ type }: Statement): boolean {
  return type === 'ImportDeclaration' || type === 'VariableDeclaration' || type === 'ExpressionStatement'
}

/** Reads what the lines of a text are indented by. */
export function detectIndent(text: string): string {
  for (const line of text.split('\n')) {
    if (line.startsWith('\t')) return '\t'
    const spaces = line.length - line.trimStart().length
    // One space is that of a comment's stars.
    if (spaces > 1 && line.trim() !== '') return ' '.repeat(spaces)
  }
  return '  '
}
