import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { walk } from '../../../src/cli/doctor/walk.ts'
import { isCall } from '../../../src/cli/migrate/calls.ts'
import { readMantleApp } from '../../../src/cli/migrate/mantle-app.ts'
import { isIdentify } from '../../../src/cli/migrate/mantle-client.ts'
import { createCommandIo } from '../../support/command-io.ts'

const made = `import { MantleClient } from '@heymantle/client'
import { Analytics } from 'analytics'
`

/** Whether the calls of `identify` in a file are Mantle's. */
async function readCalls(text: string): Promise<readonly boolean[]> {
  const { io } = await createCommandIo()
  await mkdir(join(io.folder, 'app'))
  await writeFile(join(io.folder, 'app/client.ts'), `${made}export const shared = new MantleClient({})\n`)
  await writeFile(join(io.folder, 'app/calls.ts'), made + text)
  const app = await readMantleApp(io.folder)
  const found: boolean[] = []
  walk(app.sources.get('app/calls.ts')?.tree ?? { type: 'Super' }, (node) => {
    if (isCall(node)) found.push(isIdentify(app, node))
  })
  return found
}

it.each([
  ['made here', 'const a = new MantleClient({}); a.identify(x)', true],
  ['imported', "import { shared } from './client'\nshared?.identify(x)", true],
  ['set when it is first needed', 'let a = null\na ??= new MantleClient({})\na.identify(x)', true],
  ['a parameter by its type', 'const f = (a: MantleClient | null) => a?.identify(x)', true],
  ['of a class that extends it', 'class Own extends MantleClient {}\nnew Own({}).identify(x)', true],
  ['known by what it is told', "a.identify({ platform: 'shopify', platformId: b })", true],
  ['of another library', "new Analytics({}).identify({ userId: 'a' })", false],
  ['unknown', 'a.identify(x)', false],
  ['another method', 'new MantleClient({}).subscribe(x)', false],
])('tells a client that is %s', async (_, text, expected) => {
  expect(await readCalls(text)).toEqual([expected])
})

it('follows a function that makes the client', async () => {
  const lazy = 'let a\nfunction get() { if (!b) return null; a ??= new MantleClient({}); return a }\n'
  expect(await readCalls(`${lazy}get()?.identify(x)`)).toEqual([true, false])
})
