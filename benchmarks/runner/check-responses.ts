import { buildWorld } from '../database/world.ts'
import { openConnection } from '../load/http-connection.ts'
import type { Probe } from '../load/probes.ts'
import type { StartedCase } from './started-case.ts'

/**
 * Compares what the cases send, byte by byte, with what the first one sends.
 *
 * @throws naming the case and the first line that differs: such a case does not count
 */
export async function checkResponses(
  cases: readonly StartedCase[],
  { probe, payouts }: { readonly probe: Probe | undefined; readonly payouts: number },
): Promise<void> {
  const world = buildWorld(payouts)
  let expected: string | undefined
  for (const [caseNumber, each] of cases.entries()) {
    const { definition, port } = each
    const isServer = definition.kind === 'server' && probe !== undefined
    const responses = isServer ? await runProbe(probe, { world, port, caseNumber }) : await each.check()
    expected ??= responses
    if (responses !== expected) {
      throw new Error(`${definition.name} responds otherwise: ${describeDifference(expected, responses)}`)
    }
  }
}

async function runProbe(
  probe: Probe,
  { world, port, caseNumber }: { world: ReturnType<typeof buildWorld>; port: number; caseNumber: number },
): Promise<string> {
  const connection = openConnection(port)
  try {
    return await probe({ world, caseNumber, send: connection.send })
  } finally {
    connection.close()
  }
}

function describeDifference(expected: string, found: string): string {
  const expectedLines = expected.split('\n')
  const foundLines = found.split('\n')
  const line = expectedLines.findIndex((text, index) => text !== foundLines[index])
  return `line ${line + 1}: ${expectedLines[line]} / ${foundLines[line]}`
}
