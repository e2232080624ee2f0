import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cutMantle } from '../../../src/cli/migrate/cut-mantle.ts'
import { readMantleApp } from '../../../src/cli/migrate/mantle-app.ts'
import { createCommandIo } from '../../support/command-io.ts'

const head = `import { MantleClient } from '@heymantle/client'

const mantle = new MantleClient({ appId: 'a' })

`
const call = "await mantle.identify({ platform: 'shopify', myshopifyDomain: session.shop })"
const path = 'app/install.ts'

/** What a file becomes, and why its calls stay. */
async function cut(text: string, more: Readonly<Record<string, string>> = {}) {
  const { io } = await createCommandIo()
  for (const [name, content] of Object.entries({ [path]: text, ...more })) {
    await mkdir(dirname(join(io.folder, name)), { recursive: true })
    await writeFile(join(io.folder, name), content)
  }
  const { texts, left, unused } = cutMantle(await readMantleApp(io.folder))
  return {
    text: texts.get(path) ?? text,
    texts,
    left: left.map(({ message }) => message),
    unused: [...unused],
  }
}

/** An exported function with these lines, which other code keeps in use. */
const inFunction = (lines: string) => `export const loader = async (session) => {
${lines}
  await open(session)
}
`

const rest = inFunction('').replace('\n\n', '\n')

describe('goes with its client [D426]', () => {
  it.each([
    ['a call alone', `  ${call}`],
    ['one behind a condition', `  if (session.isOnline) ${call}`],
    ['one that is guarded', `  session.shop && (${call})`],
    ['one whose failure is caught', `  try {\n    ${call}\n  } catch (error) {\n    report(error)\n  }`],
    [
      'one with a result that is checked',
      `  const result = ${call}\n  if (result.error) throw new Error(result.error)`,
    ],
    ['one with names of its result', `  const { apiToken } = ${call}\n  await save(apiToken)`],
    ['one that is assigned', `  let result\n  result = ${call}\n  await save(result?.apiToken)`],
    ['one that is put into the session', `  session.token = (${call}).apiToken`],
    [
      'one with both answers',
      `  const r = ${call}\n  if ('error' in r) console.error(r.error)\n  else await save(r.apiToken)`,
    ],
    [
      'one that saves by a callback',
      `  mantle.identify({ platform: 'shopify', platformId: '1' }).then((r) => save(r.apiToken))`,
    ],
    ['one of parameters from elsewhere', '  await mantle.identify(build(session))'],
    [
      'what was read for it',
      `  const token = session.accessToken\n  await mantle.identify({ platform: 'shopify', platformId: '1', token })`,
    ],
  ])('%s', async (_, lines) => {
    expect(await cut(head + inFunction(lines))).toMatchObject({ text: rest, left: [] })
  })

  it.each([
    ['once', `  const client = new MantleClient({ appId: 'a' })\n  await client.${call.slice(13)}`],
    [
      'where there is one',
      `  const client = read() ?? new MantleClient({ appId: 'a' })\n  if (client) await client.${call.slice(13)}`,
    ],
    ['in place', `  await new MantleClient({ appId: 'a' }).${call.slice(13)}`],
  ])('a client that was made for the call alone, %s', async (_, lines) => {
    const text = `import { MantleClient } from '@heymantle/client'\n\n${inFunction(lines)}`
    expect(await cut(text)).toMatchObject({ text: rest, left: [] })
  })

  it('keeps a client that has another call', async () => {
    const own = "  const client = new MantleClient({ appId: 'a' })\n"
    const usage = "  await client.sendUsageEvent({ eventName: 'a', customerId: session.id })"
    const imported = "import { MantleClient } from '@heymantle/client'\n\n"
    const { text } = await cut(imported + inFunction(`${own}  await client.${call.slice(13)}\n${usage}`))
    expect(text).toBe(imported + inFunction(own + usage))
  })

  it('keeps the other value where a result is one of two', async () => {
    const { text } = await cut(
      head +
        inFunction(`  const r = ${call}\n  const token = r?.apiToken ?? session.token\n  await use(token)`),
    )
    expect(text).toContain('  const token = session.token\n  await use(token)\n')
    const { text: conditional } = await cut(
      head +
        inFunction(
          `  const r = ${call}\n  const token = 'apiToken' in r ? r.apiToken : read(session)\n  await use(token)`,
        ),
    )
    expect(conditional).toContain('  const token = read(session)\n')
  })

  it('follows functions over files, also those that are exported again', async () => {
    const { texts, unused } = await cut(
      "import { identifyShop as tell } from './mantle'\n\nexport const loader = async (session) => {\n  await tell(session)\n  await open(session)\n}\n",
      {
        'app/mantle/index.ts': "export { identifyShop } from './shop'\nexport const other = 1\n",
        'app/mantle/shop.ts': `${head}export async function identifyShop(session) {\n  const r = ${call}\n  return r.apiToken\n}\n`,
      },
    )
    expect(texts.get(path)).toBe('export const loader = async (session) => {\n  await open(session)\n}\n')
    expect(texts.get('app/mantle/index.ts')).toBe('export const other = 1\n')
    expect(unused).toEqual(['app/mantle/shop.ts'])
  })
})

describe('stays, with the reason [D426]', () => {
  it.each([
    [
      'a loop',
      `  for (const one of shops) ${call}`,
      'it runs for many shops; see docs/backfill.md of this package',
    ],
    [
      'each of a list',
      `  await Promise.all(shops.map(async (session) => { ${call} }))`,
      'it runs for many shops; see docs/backfill.md of this package',
    ],
    ['a result that is returned', `  if (session.isOnline) return ${call}`, 'its result is returned'],
    ['a result in an expression', `  await save(${call})`, 'its result is used in an expression'],
    [
      'a branch with more in it',
      `  const r = ${call}\n  if ('apiToken' in r) {\n    await greet(session)\n  }`,
      'something else is done with it',
    ],
    [
      'what follows it with more in it',
      "  mantle.identify({ platform: 'shopify', platformId: '1' }).then(() => greet(session))",
      'its result is used in an expression',
    ],
    [
      'an alternative',
      `  if (session.isOnline) ${call}\n  else await greet(session)`,
      'something else is done with it',
    ],
    ['a condition that does something', `  if (claim(session)) ${call}`, 'something else is done with it'],
    [
      'a result that is thrown',
      `  const r = ${call}\n  throw new Error(r.error)`,
      'something else is done with it',
    ],
  ])('%s', async (_, lines, reason) => {
    const text = head + inFunction(lines)
    expect(await cut(text)).toMatchObject({ text, left: [reason] })
  })

  it('a function that is handed on, and one that does more', async () => {
    const handed = `${head}async function tell(session) {\n  return ${call}\n}\n\nexport const hooks = { onInstall: tell }\n`
    expect(await cut(handed)).toMatchObject({ text: handed, left: ['its function is handed on'] })
    const busy = `${head}async function tell(session) {\n  await greet(session)\n  return ${call}\n}\n\n${inFunction('  await tell(session)')}`
    expect(await cut(busy)).toMatchObject({ text: busy, left: ['its function does something else too'] })
  })

  it.each([
    ["import * as mantle from './mantle'", 'mantle.identifyShop'],
    ["const mantle = require('./mantle')", 'mantle.identifyShop'],
    ["const mantle = await import('./mantle')", 'mantle.identifyShop'],
  ])('a function of a file that is taken as a whole: %s', async (line, called) => {
    const text = `${line}\n\n${inFunction(`  await ${called}(session)`)}`
    const shop = `${head}export async function identifyShop(session) {\n  return ${call}\n}\n`
    expect(await cut(text, { 'app/mantle.ts': shop })).toMatchObject({
      text,
      left: ['its function is handed on'],
      unused: [],
    })
  })

  it('a function behind a file that exports all of another one goes with its calls', async () => {
    const shop = `${head}export async function identifyShop(session) {\n  return ${call}\n}\n`
    const { text, left } = await cut(
      `import { identifyShop } from './all'\n\n${inFunction('  await identifyShop(session)')}`,
      { 'app/all.ts': "export * from './mantle'\n", 'app/mantle.ts': shop },
    )
    expect({ text, left }).toEqual({ text: rest, left: [] })
  })

  it('a hook that logs an install of its own, and not one that logs what went', async () => {
    const toHooks = (words: string) =>
      `${head}export const hooks = { afterAuth: async (session) => {\n  console.log('${words}')\n  ${call}\n} }\n`
    expect((await cut(toHooks('A new shop'))).text).toContain("console.log('A new shop')\n} }")
    const { text } = await cut(`${toHooks('Told Mantle')}export const other = 1\n`)
    expect(text).toBe('export const hooks = {  }\nexport const other = 1\n')
  })

  it('a client with other calls', async () => {
    const usage = "  await mantle.sendUsageEvent({ eventName: 'a', customerId: session.id })"
    const { text } = await cut(head + inFunction(`  ${call}\n${usage}`))
    expect(text).toBe(head + inFunction(usage))
  })

  it('what other libraries identify', async () => {
    const text = `import { posthog } from './posthog'\n\n${inFunction('  posthog.identify({ distinctId: session.shop })')}`
    expect(await cut(text)).toMatchObject({ text, left: [] })
  })

  it('in a file that no parser takes', async () => {
    expect(await cut('const = {')).toMatchObject({ text: 'const = {', left: [] })
  })
})
