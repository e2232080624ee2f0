import { makeFolder, startCommand } from '@affiliate-platform/test-support/service-process'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expect, test } from 'vitest'

test('dev sends no mail, and shows whom it would have told what [D409]', async () => {
  const folder = makeFolder()
  const running = startCommand(['dev', '--port', '0', '--ephemeral', '--json'], { cwd: folder.path })
  const { baseUrl, keys, ids } = JSON.parse(await running.firstLine())
  const save = async (rateBps: number) => {
    const rules = buildRules({ rateBps })
    const response = await fetch(
      `${baseUrl}/api/affiliate-platform/v1/memberships/${ids.membershipId}/terms`,
      {
        method: 'PATCH',
        headers: {
          ...{ Authorization: `Bearer ${keys.affiliate}`, 'Idempotency-Key': `rate-${rateBps}` },
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ rules }),
      },
    )
    expect(response.status).toBe(200)
  }
  await save(2000)
  await save(2500)
  const read = async (path: string) => await (await fetch(baseUrl + path)).text()
  await expect.poll(() => read('/dev/mailbox')).toMatch(/(?:Your terms for [^<]+ change.*){2}/s)
  const [latest = ''] = /\/dev\/mailbox\/\d+/.exec(await read('/dev/mailbox')) ?? []
  expect(await read(latest)).toMatch(/You get: 25% of what shops pay[^(]* \(before: 20% of/)
  expect((await running.stop()).exitCode).toBe(0)
  folder.remove()
})
