import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from './command-line.ts'
import { readGuide, runBlocks } from './guide.ts'

const blocks = readGuide('operating.md')
const hasPgDump = spawnSync('bash', ['-c', 'command -v pg_dump']).status === 0

// The other terminal of the guide: it ends with the shell.
const serveInBackground = `
affiliate-service serve 2> serve.log &
trap "kill $!; wait" EXIT
until curl -fsS -o /dev/null "$AFFILIATE_BASE_URL/readyz" 2> /dev/null; do sleep 0.1; kill -0 $!; done
`

const folder = makeFolder()

function findFreePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = Object(server.address())
      server.close(() => resolve(String(port)))
    })
  })
}

/** Runs the whole guide in one shell, and returns what each block printed. */
async function runGuide(): Promise<readonly string[]> {
  const script = blocks.map((block) => {
    if (block.includes('pg_dump') && !hasPgDump) return ''
    return block === 'affiliate-service serve\n' ? serveInBackground : block
  })
  const port = await findFreePort()
  return await runBlocks(script, folder.path, {
    DATABASE_URL: await createEmptyDatabase(),
    NEW_DATABASE_URL: await createEmptyDatabase(),
    RESTORED_URL: await createEmptyDatabase(),
    PORT: port,
    AFFILIATE_BASE_URL: `http://127.0.0.1:${port}`,
  })
}

afterAll(() => folder.remove())

describe.skipIf(!enginesAtHand.includes('postgres'))('the guide to operating a platform', () => {
  let outputs: readonly string[]

  /** What the block printed that contains a text. */
  const outputOf = (text: string) => outputs[blocks.findIndex((block) => block.includes(text))] ?? ''

  beforeAll(async () => {
    outputs = await runGuide()
    // Some sixty processes, one after the other, and perhaps beside other tests.
  }, 600_000)

  test('runs from its first block to its last [D47]', () => {
    expect(outputs).toHaveLength(blocks.length)
    expect(blocks).toContain('affiliate-service serve\n')
  })

  test('migrates, and lists keys and memberships', () => {
    expect(outputOf('doctor --offline\n')).toMatch(/^0001_(?:.|\n)*\nok +database/)
    expect(outputOf('keys list')).toMatch(/Dashboard(?:.|\n)*Install webhook/)
    expect(outputOf('memberships move')).toContain('Harbour Studio')
  })

  test('saves terms over HTTP, and finds them in the history', () => {
    const { id } = JSON.parse(outputOf('-X PATCH'))
    expect(outputOf('terms history "$membership"')).toContain(`${id}  applies`)
    expect(outputOf('terms set')).toMatch(/ applies .* 25 % of net /)
  })

  test('serves the confirmed payout, and shows the facts of the one that is voided', () => {
    const served = outputOf('payouts?status=confirmed').split('\n').at(-1) ?? ''
    expect(JSON.parse(served).items).toMatchObject([{ status: 'confirmed', unpaid: { amountMinor: '0' } }])
    expect(outputOf('payouts show')).toMatch(
      / retracted confirmation (?:.|\n)* returned report (?:.|\n)* voided +40\.00 EUR +0\.00 EUR/,
    )
  })

  test('looks up a shop', () => {
    const output = outputOf('contacts list')
    expect(output).toContain('harbour.myshopify.com  owner@harbour.example')
    expect(output).toMatch(/ contact +identified /)
  })

  test('restores a dump of Postgres', { skip: !hasPgDump, meta: { needs: 'pg_dump' } }, () => {
    expect(outputOf('pg_restore')).toMatch(/^ok +database(?:.|\n)* confirmed +125\.00 USD /)
  })

  test('seeds the demo, and restores a backup of its folder', () => {
    const output = outputOf('affiliate-service backup')
    expect(output).toContain('aff_affiliate_')
    expect(output).toMatch(
      /demo-restored\nid +name .*\n.* Another workspace .*\n.* Stress test .*\n.* Bright Reviews .*\n$/,
    )
  })
})
