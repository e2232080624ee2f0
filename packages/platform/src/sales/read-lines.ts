import { SalesFileError } from './sales-file-error.ts'

/** A line without its end, and its number from 1 on. */
export interface NumberedLine {
  readonly line: number
  readonly text: string
}

const lineCharactersMax = 65_536

/**
 * Reads lines that end with LF or CRLF, in memory that does not grow. Node's readline ends lines at U+2028 too, which
 * may stand in a JSON text.
 *
 * @param bytes - UTF-8 in chunks of any size, with or without a byte order mark
 * @throws SalesFileError for a line of more than 65,536 characters, and for bytes that are not UTF-8
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 0
  let rest = ''
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw new SalesFileError(line + 1, 'here or soon after, the file is not UTF-8.')
    }
  }
  for await (const chunk of bytes) {
    const texts = (rest + decode(chunk)).split('\n')
    rest = texts.pop() ?? ''
    for (const text of texts) yield toLine(++line, text)
    toLine(line + 1, rest)
  }
  rest += decode()
  if (rest !== '') yield toLine(line + 1, rest)
}

function toLine(line: number, text: string): NumberedLine {
  if (text.length > lineCharactersMax) {
    throw new SalesFileError(line, `it has more than ${lineCharactersMax} characters.`)
  }
  return { line, text: text.endsWith('\r') ? text.slice(0, -1) : text }
}
