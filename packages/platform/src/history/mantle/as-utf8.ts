import { TextDecoder } from 'node:util'
import { HistoryError } from '../history-row.ts'

/**
 * Reads a text as UTF-8, also one that was saved as UTF-16.
 *
 * @throws HistoryError for bytes that are neither: which characters they stand for would be a guess
 */
export async function* asUtf8(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let encoding: string | undefined
  let decoder: TextDecoder | undefined
  let done = 0
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder?.decode(chunk, { stream: chunk !== undefined }) ?? ''
    } catch {
      const from = chunk === undefined ? `at its end` : `after byte ${done}`
      throw new HistoryError(
        `${file}: it is no text in ${encoding?.toUpperCase()} ${from}. Save it as UTF-8.`,
      )
    }
  }
  for await (const chunk of bytes) {
    encoding ??= findEncoding(chunk)
    decoder ??= new TextDecoder(encoding, { fatal: true })
    const text = decode(chunk)
    yield encoding === 'utf-8' ? chunk : new TextEncoder().encode(text)
    done += chunk.length
  }
  decode()
}

/** What is read begins with a letter or a mark of ASCII: UTF-16 has a 0 before or after it, or says itself what it is. */
function findEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (second === 0 || (first === 0xff && second === 0xfe)) return 'utf-16le'
  return first === 0 || (first === 0xfe && second === 0xff) ? 'utf-16be' : 'utf-8'
}
