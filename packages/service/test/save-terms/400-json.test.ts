import { listFaults } from '@affiliate-platform/test-support/problem'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectRejectedWrite, saveTerms, saveTermsRaw } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

const valid = JSON.stringify({ rules: buildRules() })

/** The valid body with bytes that are not text in UTF-8. */
function withBytes(...bytes: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...Buffer.from('{"note":"'), ...bytes, ...Buffer.from('"}')])
}

test.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['is empty', ''],
  ['is white space', ' \r\n\t'],
  ['is cut off', valid.slice(0, -1)],
  ['has something after its end', `${valid}{}`],
  ['is two values', `${valid}\n${valid}`],
  ['has a byte order mark', `\ufeff${valid}`],
  ['has a comma too many', valid.replace(/\}$/, ',}')],
  ['has a member twice [D68]', valid.replace('"rateBps":2500', '"rateBps":2500,"rateBps":9999')],
  ['has comments', `/* terms */${valid}`],
  ['has single quotes', valid.replaceAll('"', "'")],
  ['has NaN', valid.replace('2500', 'NaN')],
  ['has Infinity', valid.replace('2500', 'Infinity')],
  ['has a number with a leading zero', valid.replace('"rateBps":2500', '"rateBps":02500')],
  ['has a number with a plus', valid.replace('"rateBps":2500', '"rateBps":+2500')],
  ['has a hexadecimal number', valid.replace('"rateBps":2500', '"rateBps":0x9C4')],
  ['has a raw control character', '{"note":"\u0000"}'],
  ['is nested without end', '['.repeat(65_536)],
  ['has a stray continuation byte', withBytes(0x80)],
  ['has an overlong NUL', withBytes(0xc0, 0x80)],
  ['has an encoded surrogate', withBytes(0xed, 0xa0, 0x80)],
  ['has a cut-off character', withBytes(0xe2, 0x82)],
  ['is UTF-16', Uint8Array.from(Buffer.from(valid, 'utf16le'))],
  ['is not JSON at all', 'rules=1&effectiveAt=now'],
])('rejects a body that %s', async (_name, body) => {
  await expectRejectedWrite(service, 'invalid_json', () => saveTermsRaw(service, body))
})

test('rejects a body that breaks off [4.1-5]', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(valid.slice(0, 20)))
      controller.error(new Error('The client went away.'))
    },
  })
  await expectRejectedWrite(service, 'invalid_json', () => saveTermsRaw(service, body))
})

test.each([
  ['rateBps 1e400', valid.replace('2500', '1e400'), '/rules/rateBps invalid_type'],
  ['rateBps -1e400', valid.replace('2500', '-1e400'), '/rules/rateBps invalid_type'],
  [
    'rateBps 1e-400, which is 0, with no reward',
    valid.replace('2500', '1e-400').replace('1000', '0'),
    undefined,
  ],
  ['rateBps 9007199254740993', valid.replace('2500', '9007199254740993'), '/rules/rateBps too_big'],
  ['a member named __proto__', valid.replace('{', '{"__proto__":{"rules":1},'), ' unknown_member'],
  ['__proto__ in the rules', valid.replace('{"basis', '{"__proto__":null,"basis'), '/rules unknown_member'],
  ['constructor', valid.replace('{', '{"constructor":{"prototype":{}},'), '/constructor unknown_member'],
  [
    'deep nesting',
    valid.replace('2500', `${'['.repeat(30_000)}${']'.repeat(30_000)}`),
    '/rules/rateBps invalid_type',
  ],
  [
    'deep unknown objects',
    valid.replace('{', `{"a":${'{"a":'.repeat(9000)}0${'}'.repeat(9000)},`),
    '/a unknown_member',
  ],
])('rejects well-formed JSON with %s', async (_name, body, fault) => {
  const code = fault === undefined ? 'terms_rejected' : 'invalid_request'
  const problem = await expectRejectedWrite(service, code, () => saveTermsRaw(service, body))
  if (fault !== undefined) expect(listFaults(problem)).toContain(fault)
})

test('leaves Object.prototype alone', async () => {
  await saveTermsRaw(service, valid.replace('{', '{"__proto__":{"polluted":true},'))
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test.each([
  'not-a-uuid',
  'null',
  '0',
  '../../../etc/passwd',
  '%00',
  '%',
  '%zz',
  "'%20or%201=1--",
  '0197a1b2-0000-7000-8000-00000000000',
  '0197a1b2-0000-7000-8000-0000000000000',
  '0197a1b200007000800000000000000a',
  '{0197a1b2-0000-7000-8000-00000000000a}',
  'urn:uuid:0197a1b2-0000-7000-8000-00000000000a',
])('rejects the membership id %s [4.1] [D5]', async (id) => {
  const problem = await expectRejectedWrite(service, 'invalid_parameter', () =>
    saveTerms(service, { id: id.replaceAll('/', '%2F'), json: { rules: buildRules() } }),
  )
  expect(listFaults(problem)).toEqual(['id invalid_format'])
})

test('rejects a membership id in percent-encoding: it is matched exactly as sent', async () => {
  const id = service.ids.membershipId.replace('-', '%2D')
  await expectRejectedWrite(service, 'invalid_parameter', () =>
    saveTerms(service, { id, json: { rules: buildRules() } }),
  )
})

test.each([
  ['empty', ''],
  ['256 characters long', 'k'.repeat(256)],
  ['with a space inside', 'a b'],
  ['with a tab inside', 'a\tb'],
  ['not ASCII', 'clé'],
  ['with a DEL', 'a\u007fb'],
])('rejects an Idempotency-Key that is %s [D9]', async (_name, key) => {
  const headers = { 'Idempotency-Key': key }
  const problem = await expectRejectedWrite(service, 'invalid_idempotency_key', () =>
    saveTerms(service, { json: { rules: buildRules() }, headers }),
  )
  expect(listFaults(problem)).toEqual(['Idempotency-Key invalid_format'])
})

test('rejects a repeated Idempotency-Key, also of one value twice [D9]', async () => {
  for (const second of ['k', 'other', '']) {
    const request = new Request(
      `http://service.test/api/affiliate-platform/v1/memberships/${service.ids.membershipId}/terms`,
      {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${service.keys.affiliate}`, 'Content-Type': 'application/json' },
        body: valid,
      },
    )
    request.headers.append('Idempotency-Key', 'k')
    request.headers.append('Idempotency-Key', second)
    await expectRejectedWrite(service, 'invalid_idempotency_key', () => service.app.fetch(request))
  }
})
