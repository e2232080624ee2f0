import type { Random } from '@affiliate-platform/operator/demo'
import { pick } from './guarantee-scale.ts'

// As JSON text, for some of them are no values that JavaScript would write.
const junkValues = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '0.5',
    '1e309',
    '-1e309',
    '1e-400',
    '9007199254740993',
    '10001',
    '1201',
  ],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"💸"',
    '"__proto__"',
    '"gross"',
    '"USD"',
    '"usd"',
    '"XXX"',
    '"0"',
    '"-0"',
  ],
  ...[
    '"00"',
    '"1.0"',
    '"9"',
    `"${'9'.repeat(38)}"`,
    `"${'9'.repeat(39)}"`,
    `"${'x'.repeat(600)}"`,
    '"x@y.example"',
  ],
  ...[
    '"2026-11-01T00:00:00Z"',
    '"2026-11-01T00:00:00+23:59"',
    '"2036-11-02T00:00:00Z"',
    '"2026-02-30T00:00:00Z"',
  ],
  ...[
    '"9999-12-31T23:59:59Z"',
    '"+275760-09-13T00:00:00Z"',
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '{"amountMinor":"1"}',
  ],
  ...[
    '{"amountMinor":"5000","currency":"USD"}',
    '["subscription_sale","subscription_sale"]',
    '{"__proto__":{"x":1}}',
  ],
  ...[
    '{"toJSON":1}',
    '{"then":1}',
    '{"length":9}',
    `${'['.repeat(500)}${']'.repeat(500)}`,
    '{"":""}',
    '"a","a":"b"',
  ],
]

/** Puts junk in place of one value of a JSON text, leaves a member out, or adds one. */
export function mutateJson(random: Random, body: Buffer | undefined): Buffer {
  const text = body?.toString() ?? '{}'
  const junk = pick(random, junkValues)
  const members = [...text.matchAll(/"\w+":(?:"[^"]*"|[\w.-]+|\[[^[\]{}]*\]|\{[^[\]{}]*\})/g)]
  if (members.length === 0) return Buffer.from(junk)
  const { 0: member, index } = pick(random, members)
  const name = member.slice(0, member.indexOf(':'))
  const replaced = pick(random, [
    () => `${name}:${junk}`,
    () => `${name}:${junk}`,
    () => `${name}:${junk}`,
    () => `${member},"extra":${junk}`,
    () => `${member},${member}`,
    () => `"gone":null`,
  ])()
  return Buffer.from(text.slice(0, index) + replaced + text.slice(index + member.length))
}

/** Damages bytes: cuts, flips, inserts, repeats, or makes them too many. */
export function mutateBytes(random: Random, body: Buffer = Buffer.alloc(0)): Buffer {
  const at = random.below(body.length + 1)
  const rest = body.subarray(at)
  const byte = Buffer.of(random.below(256))
  return pick(random, [
    () => body.subarray(0, at),
    () => Buffer.concat([body.subarray(0, at), byte, rest.subarray(1)]),
    () => Buffer.concat([body.subarray(0, at), byte, rest]),
    () => Buffer.concat([body, body]),
    () => Buffer.concat([Buffer.from('\ufeff'), body]),
    () => Buffer.concat([body, Buffer.alloc(Math.max(0, 65_535 - body.length) + random.below(3), 32)]),
    () => Buffer.from('['.repeat(60_000)),
  ])()
}
