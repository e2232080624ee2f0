import type { HistoryLine } from '@affiliate-platform/contract/console'
import { type CallInput, open } from './api.ts'
import { CallError } from './send.ts'

/** The operations that tell how far they are. */
export type FollowedOperation = 'importHistory' | 'undoHistoryImport'

/**
 * Calls an operation that tells line by line how far it is.
 *
 * @param onLine - told each line but the last
 * @returns the last line
 * @throws CallError, also where the lines break off
 */
export async function follow(
  name: FollowedOperation,
  { onLine, ...input }: CallInput<FollowedOperation> & { readonly onLine: (line: HistoryLine) => void },
): Promise<HistoryLine> {
  const { body } = await open(name, input)
  let last: HistoryLine | undefined
  let rest = ''
  const broken = () =>
    new CallError(
      'broken_off',
      'The connection was lost. What was begun goes on; look at the list, or do it again.',
    )
  const texts = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const piece = await texts?.read().catch(() => {
      throw broken()
    })
    if (piece === undefined || piece.done) break
    const lines = (rest + piece.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      last = JSON.parse(line) as HistoryLine
      onLine(last)
    }
  }
  if (last === undefined || 'step' in last) throw broken()
  return last
}
