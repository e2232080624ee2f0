import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { HistoryError } from '../history-row.ts'

/** One of the records that a file lists, and its place from 1 on. A number of it is the text that stood in the file. */
export interface ListedItem {
  readonly number: number
  readonly item: unknown
  /** Why it is no record of its file, where that is known without looking at what it says. */
  readonly fault?: string
}

// A float that was read and written again is another amount.
class ExactTokenizer extends Tokenizer {
  override parseNumber(text: string): number {
    return text as unknown as number
  }
}

/**
 * Reads a file that is an object with a list under one key, record by record: it may be larger than the memory.
 *
 * @throws HistoryError for a file that is no JSON, ends early or has no such list
 */
export async function* readItems(
  bytes: AsyncIterable<Uint8Array>,
  { file, key = 'items' }: { readonly file: string; readonly key?: string },
): AsyncGenerator<ListedItem> {
  const tokenizer = new ExactTokenizer({ stringBufferSize: 65_536 })
  // Of the list alone nothing is asked for: then it would be kept whole.
  const parser = new TokenParser({ paths: [`$.${key}.*`, '$.hasNextPage'], keepStack: false })
  const list = createListFinder(key)
  let items: unknown[] = []
  let number = 0
  tokenizer.onToken = (token) => {
    list.follow(token)
    parser.write(token)
  }
  let hasMore = false
  parser.onValue = ({ value, key: place }) => {
    if (place === 'hasNextPage') hasMore ||= value === true
    else items.push(value)
  }
  const fail = (why: string) => new HistoryError(`${file}: ${why}`)
  tokenizer.onError = parser.onError = () => {
    throw fail(`it is no JSON after record ${number + items.length}.`)
  }
  for await (const chunk of bytes) {
    tokenizer.write(chunk)
    for (const item of items) yield { number: ++number, item }
    items = []
  }
  if (!parser.isEnded) throw fail(`it ends early, after record ${number}. Save it again.`)
  if (hasMore) throw fail('it is one page of several. Put the lists of all pages into one file.')
  if (!list.isFound()) throw fail(`it has no list "${key}".`)
}

/** Finds out whether an object has a list under a key of its own. */
function createListFinder(key: string) {
  let depth = 0
  let last: unknown
  let isFound = false
  return {
    isFound: () => isFound,
    follow({ token, value }: { readonly token: TokenType; readonly value: unknown }): void {
      if (isFound) return
      if (token === TokenType.LEFT_BRACKET && depth === 1 && last === key) isFound = true
      if (token === TokenType.LEFT_BRACKET || token === TokenType.LEFT_BRACE) depth += 1
      if (token === TokenType.RIGHT_BRACKET || token === TokenType.RIGHT_BRACE) depth -= 1
      if (token === TokenType.STRING) last = value
    },
  }
}
