import type { HistoryLine } from '@affiliate-platform/contract/console'

export type Tell = (line: HistoryLine) => void

/**
 * Runs something and sends what it tells, one JSON document a line, and at last what came of it. It goes on where the client
 * goes away.
 */
export async function* sendLines(
  run: (tell: Tell) => Promise<HistoryLine>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const write = (line: HistoryLine) => encoder.encode(`${JSON.stringify(line)}\n`)
  let latest: HistoryLine | undefined
  let wake = () => {}
  const result = run((line) => {
    latest = line
    wake()
  })
  let isDone = false
  const end = () => {
    isDone = true
    wake()
  }
  result.then(end, end)
  while (!isDone) {
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    if (latest !== undefined) yield write(latest)
    latest = undefined
    if (!isDone) await woken
  }
  yield write(await result)
}
