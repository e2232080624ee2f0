import type { Explanation } from '@affiliate-platform/platform/explain'
import type { Terminal } from '../command-line/terminal.ts'
import { describeEntries, describePayout, describeSkipped } from './words.ts'

/** Prints the explanation of a payout as its parts come, and tells whether there was any. */
export async function printPayout(
  { writeData }: Terminal,
  { json = false }: { readonly json?: boolean | undefined },
  parts: AsyncIterable<Explanation>,
): Promise<boolean> {
  const skipped: Explanation['skipped'][number][] = []
  const write = json ? writeJson : writeWords
  let isFirst = true
  for await (const part of parts) {
    skipped.push(...part.skipped)
    writeData(write(part, isFirst))
    isFirst = false
  }
  if (isFirst) return false
  writeData(
    json
      ? `],"skipped":${JSON.stringify(skipped)}}\n`
      : describeSkipped(skipped)
          .map((text) => `\n${text}`)
          .join(''),
  )
  return true
}

function writeWords({ entries }: Explanation, isFirst: boolean): string {
  const [first] = entries
  const title = isFirst && first?.payout ? describePayout(first.payout) : ''
  return `${title}${describeEntries(entries)
    .map((text) => `\n${text}`)
    .join('')}`
}

// A payout has a line, and the first part has it.
function writeJson({ kind, id, entries }: Explanation, isFirst: boolean): string {
  const start = isFirst ? `${JSON.stringify({ kind, id }).slice(0, -1)},"entries":[` : ''
  const rows = entries.map((entry, index) => `${isFirst && index === 0 ? '' : ','}${JSON.stringify(entry)}`)
  return `${start}${rows.join('')}`
}
