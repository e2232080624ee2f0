import { type ListOperation, limits, type Operation, operations } from '@affiliate-platform/contract'
import { buildTermsRules, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { otherId, toCallers, type VariedRequest } from './callers.ts'
import { toRecordRequests } from './detail-requests.ts'
import { referral } from './same-people.ts'
import { payouts, quietCommissionIds, shop } from './same-world.ts'

/** Values of query parameters, right and wrong. */
export const queryValues: Readonly<Record<string, readonly string[]>> = {
  appId: ['', 'null', fakeIds.appId, fakeIds.appId.toUpperCase(), otherId, 'x'],
  programId: [fakeIds.programId, fakeIds.programId.toUpperCase(), otherId, '', 'x', 'null'],
  groupId: [fakeIds.groupId, otherId, '', `{${fakeIds.groupId}}`],
  membershipId: [fakeIds.membershipId, fakeIds.foreignMembershipId, otherId, 'x'],
  payoutId: [payouts[0]?.payout.id ?? '', payouts[1]?.payout.id.toUpperCase() ?? '', otherId, 'x', ''],
  postedFrom: ['2026-01-01', '2026-01-01T00:30:00Z', '2027-01-01', 'x'],
  postedTo: ['2026-01-01', '2026-01-01T00:30:00Z', '2025-01-01', ''],
  from: [
    '2026-01-01',
    '2026-01-01T00:30:00Z',
    '2026-01-01T00:30:00.0001Z',
    '0000-01-01',
    '2026-02-30',
    'x',
    '',
  ],
  to: ['2026-01-01', '2026-01-01T00:30:00+01:00', '2025-12-31', '9999-12-31T23:59:59-10:00', '2026-13-01'],
  currency: ['USD', 'usd', 'JPY', 'XXX', 'ZZZ', 'US', 'USDX', ''],
  status: ['unreported', 'confirmed', 'later', 'UNREPORTED', '', 'x'.repeat(40), 'x'.repeat(41)],
  search: [
    '',
    '  ',
    'partner',
    'PARTNER',
    'member of',
    'ß',
    '%',
    '_',
    '\\',
    'x'.repeat(120),
    'x'.repeat(121),
    '\0',
  ],
  cursor: ['x', '', 'x'.repeat(1500), 'x'.repeat(1501), 'AAAA', '_'],
  limit: ['1', '7', '49', '50', '51', '0', '-1', '050', '+5', '5.0', '٥', ''],
  sort: ['asc'],
  __proto__x: ['1'],
  'key 1': ['x'],
}

function toListRequests({ path, statuses }: ListOperation): readonly VariedRequest[] {
  const get = (query: string): VariedRequest => ({
    ...{ path: `${path}?${query}`, method: 'GET' },
    headers: { Authorization: `Bearer ${fakeApiKeys.affiliate}` },
  })
  const pairs = Object.entries(queryValues).flatMap(([name, all]) =>
    all.map((value) => [name, value] as const),
  )
  const encode = (...some: readonly (readonly [string, string])[]) =>
    String(new URLSearchParams(some.map(([name, value]): [string, string] => [name, value])))
  return [
    ...toCallers(path, 'GET'),
    ...statuses.map((status) => get(encode(['status', status]))),
    ...pairs.map((pair) => get(encode(pair))),
    ...pairs.map((pair, index) => get(encode(pair, pairs[(index * 7 + 11) % pairs.length] ?? pair))),
    ...pairs.map((pair, index) =>
      get(encode(['limit', '3'], pair, pairs[(index * 5 + 3) % pairs.length] ?? pair)),
    ),
    ...[
      'limit=5&limit=5',
      'status=%',
      'status=%E0%A4%A',
      'from=2026-01-02&to=2026-01-01',
      '&&',
      'limit',
      '=1',
    ].map(get),
  ]
}

const usd = (amountMinor: unknown) => ({ amountMinor, currency: 'USD' })

const ruleChanges: readonly Readonly<Record<string, unknown>>[] = [
  ...[0, 1, 2000, 10_000, 10_001, -1, 1.5, '1', null].map((rateBps) => ({ rateBps })),
  ...['gross', 'net', 'neither', null, 1].map((basis) => ({ basis })),
  ...['0', '1', '01', '-1', '1.5', '9'.repeat(38), '9'.repeat(39), 5, null].map((amount) => ({
    cpi: usd(amount),
  })),
  ...['usd', 'XXX', 'US', '', null, 'JPY'].map((currency) => ({ cpi: { amountMinor: '5', currency } })),
  ...[
    [],
    ['subscription_sale'],
    ['usage_sale', 'one_time_sale'],
    ['x'],
    ['usage_sale', 'usage_sale'],
    null,
    'x',
  ].map((includedSaleKinds) => ({ includedSaleKinds })),
  ...[null, 1, 1200, 0, 1201, 1.5, '1'].map((durationMonths) => ({ durationMonths })),
  ...[0, 3650, 3651, -1, null].map((holdDays) => ({ holdDays })),
  ...[1, 365, 0, 366, null].map((windowDays) => ({ windowDays })),
  ...[true, false, null, 'true'].flatMap((flag) => [
    { allowExistingShops: flag },
    { allowManualClaims: flag },
  ]),
  ...[
    [],
    [usd('5000')],
    [usd('5001')],
    [usd('5000'), usd('5000')],
    null,
    [{ amountMinor: '1', currency: 'JPY' }],
  ].map((thresholds) => ({ thresholds })),
  ...[
    { extra: 1 },
    { 'extra 1': 1 },
    { threshold: undefined },
    { rateBps: 0, cpi: usd('0') },
    { rateBps: 0, cpi: usd('5') },
  ],
]

const instants = [
  ...['2028-01-01T00:00:00Z', '2020-01-01T00:00:00Z', '2037-01-01T00:00:00Z', '2036-12-31T23:59:59.999Z'],
  ...['2028-01-01T00:00:00+02:00', '2028-01-01', 'x', '', '2028-02-30T00:00:00Z', '0001-01-01T00:00:00Z'],
]

function toTermsRequests(): readonly VariedRequest[] {
  const path = operations.saveTerms.path.replace(':id', fakeIds.membershipId)
  const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${fakeApiKeys.affiliate}` }
  const patch = (body: string, headers: Readonly<Record<string, string>> = {}, at = path): VariedRequest => ({
    ...{ path: at, method: 'PATCH', body, headers: { ...json, ...headers } },
  })
  const good = JSON.stringify({ rules: buildTermsRules() })
  const other = JSON.stringify({ rules: buildTermsRules({ rateBps: 1 }) })
  const reordered = JSON.stringify({ rules: Object.fromEntries(Object.entries(buildTermsRules()).reverse()) })
  const keys = ['k', 'k'.repeat(255), 'k'.repeat(256), 'ü', 'a b', '', '~', '{"a":1}']
  const ids = [
    ...[
      fakeIds.membershipId.toUpperCase(),
      fakeIds.foreignMembershipId,
      otherId,
      'me',
      '%2D',
      '%E0%A4%A',
      '%00',
    ],
    ...[fakeIds.membershipId.replaceAll('-', '%2D'), `${fakeIds.membershipId}0`, '', ':id', '..%2F'],
  ]
  const types = [
    ...[
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json; charset=latin1',
    ],
    ...[
      'text/plain',
      'application/merge-patch+json',
      'application/json; x=1',
      'APPLICATION/JSON',
      'application/jsonx',
    ],
  ]
  const bodies = [
    ...[
      '',
      '{}',
      'null',
      '[]',
      '1',
      '"x"',
      good.slice(1),
      `${good} `,
      `\ufeff${good}`,
      `${good}{}`,
      'NaN',
      '{"a":1,"a":2}',
    ],
    ...[
      good.padEnd(limits.bodyBytesMax),
      good.padEnd(limits.bodyBytesMax + 1),
      '{"rules":{}}',
      '{"rules":null}',
    ],
    ...[
      '{"__proto__":{}}',
      '{"effectiveAt":null}',
      `{"rules":1,"effectiveAt":1}`,
      '{"accessToken":"shpat_1"}',
    ],
  ]
  return [
    ...toCallers(path, 'PATCH', good),
    ...ruleChanges.map((changes) => patch(JSON.stringify({ rules: { ...buildTermsRules(), ...changes } }))),
    ...ruleChanges.map((changes) =>
      patch(JSON.stringify({ rules: { ...buildTermsRules(), ...changes } }), {
        'Idempotency-Key': 'of changes',
      }),
    ),
    ...instants.map((effectiveAt) => patch(JSON.stringify({ rules: buildTermsRules(), effectiveAt }))),
    ...bodies.map((body) => patch(body)),
    ...types.map((type) => patch(good, { 'Content-Type': type })),
    ...['identity', 'gzip', 'Identity', 'br, gzip'].map((encoding) =>
      patch(good, { 'Content-Encoding': encoding }),
    ),
    ...ids.map((id) => patch(good, {}, operations.saveTerms.path.replace(':id', id))),
    patch('{', { 'Idempotency-Key': ' ' }, operations.saveTerms.path.replace(':id', 'me')),
    patch(good, { 'Idempotency-Key': 'ü' }, operations.saveTerms.path.replace(':id', 'me')),
    ...keys
      .filter((key) => key !== 'ü')
      .flatMap((key) =>
        [good, good, reordered, other, good].map((body) => patch(body, { 'Idempotency-Key': key })),
      ),
    ...['x=1', 'x=%', 'id=1'].map((query) => patch(good, {}, `${path}?${query}`)),
  ]
}

const contacts: readonly Readonly<Record<string, unknown>>[] = [
  ...['owner@example.com', ' owner@example.com ', 'owner', '', null, `${'x'.repeat(309)}@example.com`, 1].map(
    (email) => ({ email }),
  ),
  ...['Robin', ' Robin ', '', ' ', 'x'.repeat(255), 'x'.repeat(256), 'a\nb', '\ud800', null, 7].flatMap(
    (text) => [{ ownerName: text }, { country: text }, { shopifyPlan: text }],
  ),
  ...['+45 1', 'x'.repeat(50), 'x'.repeat(51), '', null].map((phone) => ({ phone })),
  ...[
    {},
    { extra: 1 },
    { 'extra 1': 1 },
    { ok: true },
    { email: 'a@example.com', phone: '1', country: 'Peru' },
  ],
]

const domains = [
  ...[
    shop.domain,
    shop.domain.toUpperCase(),
    'new-shop.myshopify.com',
    'https://a.myshopify.com',
    'a.b.myshopify.com',
  ],
  ...[
    '-a.myshopify.com',
    `${'a'.repeat(63)}.myshopify.com`,
    `${'a'.repeat(64)}.myshopify.com`,
    'a.myshopify.com.',
    '',
  ],
  ...['a.example.com', 'a.myshopify.com/x', 'ſhop.myshopify.com', null, 1],
]

function toRedactRequests(): readonly VariedRequest[] {
  const { path } = operations.redactShop
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${fakeApiKeys.workspace}` }
  const good = JSON.stringify({ myshopifyDomain: shop.domain })
  const bodies = [
    '',
    '{}',
    'null',
    '[]',
    good.slice(1),
    `\ufeff${good}`,
    good.padEnd(limits.bodyBytesMax + 1),
  ]
  const others = [{}, ...contacts.slice(0, 12)]
  return [
    ...toCallers(path, 'POST', good),
    ...domains.flatMap((myshopifyDomain) =>
      others.map((other) => ({
        ...{ path, method: 'POST', headers, body: JSON.stringify({ myshopifyDomain, ...other }) },
      })),
    ),
    ...bodies.map((body) => ({ path, method: 'POST', headers, body })),
  ]
}

function toIdentifyRequests(): readonly VariedRequest[] {
  const { path } = operations.identify
  const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${fakeApiKeys.workspace}` }
  const post = (value: unknown, headers: Readonly<Record<string, string>> = {}): VariedRequest => ({
    ...{ path, method: 'POST', headers: { ...json, ...headers } },
    body: typeof value === 'string' ? value : JSON.stringify(value),
  })
  const install = { myshopifyDomain: shop.domain, accessToken: shop.accessToken, appId: fakeIds.appId }
  const good = JSON.stringify({ myshopifyDomain: 'a.myshopify.com', country: 'Peru' })
  const tokens = ['', ' ', 'a b', 'ü', 'x'.repeat(513), null, 1, undefined]
  const appIds = [fakeIds.appId.toUpperCase(), otherId, 'x', '', null, undefined]
  return [
    ...toCallers(path, 'POST', good),
    ...contacts.map((contact) => post({ myshopifyDomain: 'a.myshopify.com', ...contact })),
    ...contacts.map((contact) => post({ ...install, ...contact })),
    ...contacts.map((contact) => post({ myshopifyDomain: shop.domain, appId: fakeIds.appId, ...contact })),
    ...domains.map((myshopifyDomain) => post({ myshopifyDomain, country: 'Peru' })),
    ...tokens.map((accessToken) => post({ ...install, accessToken })),
    ...appIds.map((appId) => post({ ...install, appId })),
    ...appIds.map((appId) => post({ myshopifyDomain: 'a.myshopify.com', country: 'Peru', appId })),
    ...[install, install, { ...install, accessToken: ` ${shop.accessToken} ` }].map((body) => post(body)),
    ...['', '{}', 'null', '[]', good.slice(1), `\ufeff${good}`, good.padEnd(limits.bodyBytesMax + 1)].map(
      (body) => post(body),
    ),
    ...['text/plain', 'application/json; charset=utf-8', 'application/json; charset=latin1'].map((type) =>
      post(good, { 'Content-Type': type }),
    ),
    ...['gzip', 'identity'].map((encoding) => post(good, { 'Content-Encoding': encoding })),
    post(good, { 'Idempotency-Key': 'ignored here' }),
    post(good, { 'Idempotency-Key': '' }),
  ]
}

/** The values of each member of a report, right and wrong. */
const reportValues: Readonly<Record<string, readonly unknown[]>> = {
  appId: [fakeIds.appId.toUpperCase(), otherId, 'x', '', null, undefined],
  myshopifyDomain: [...domains, undefined],
  kind: ['uninstalled', 'INSTALLED', 'deactivated', '', null, undefined],
  occurredAt: [
    ...[
      '2026-11-24T10:00:00Z',
      '2026-11-24T10:00:00+02:00',
      '2026-11-24T10:00:00.123456Z',
      '0000-01-01T00:00:00Z',
    ],
    ...['9999-12-31T23:59:59-10:00', '2026-11-24', '2026-02-30T00:00:00Z', 'x', '', 0, null, undefined],
  ],
  code: [
    ...['nobody', ' nobody ', 'ſ', '☃', '\0', 'a\nb', '\ud800', "'; drop table links; --", '%', '_'],
    ...['x'.repeat(128), 'x'.repeat(129), ' '.repeat(200), '', ' ', 1, null, undefined],
  ],
}

function toReportRequests(
  { path }: Operation,
  good: Readonly<Record<string, unknown>>,
): readonly VariedRequest[] {
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${fakeApiKeys.installBridge}`,
  }
  const post = (value: unknown): VariedRequest => ({
    ...{ path, method: 'POST', headers },
    body: typeof value === 'string' ? value : JSON.stringify(value),
  })
  const text = JSON.stringify(good)
  const changes = Object.keys(good).flatMap((member) =>
    (reportValues[member] ?? []).map((value) => ({ [member]: value })),
  )
  const pairs = [3, 5, 7, 11].flatMap((step) =>
    changes.map((change, index) => ({ ...change, ...changes[(index * step + 1) % changes.length] })),
  )
  return [
    ...toCallers(path, 'POST', text),
    ...['', '{}', 'null', '[]', text.slice(1), `\ufeff${text}`, text.padEnd(limits.bodyBytesMax + 1)].map(
      post,
    ),
    ...[...changes, ...pairs, { extra: 1 }, {}, {}].map((change) => post({ ...good, ...change })),
  ]
}

const report = { appId: fakeIds.appId, myshopifyDomain: 'a.myshopify.com' }

const payoutIds = payouts.map(({ payout: { id } }) => id)

/** Requests to every operation: good ones, and each way of being wrong that the wire knows. */
export const variedRequests = {
  listPayouts: toListRequests(operations.listPayouts),
  listPrograms: toListRequests(operations.listPrograms),
  listGroups: toListRequests(operations.listGroups),
  listMemberships: toListRequests(operations.listMemberships),
  listReferrals: toListRequests(operations.listReferrals),
  listCommissions: toListRequests(operations.listCommissions),
  getPayout: toRecordRequests(operations.getPayout, payoutIds),
  explainPayout: toRecordRequests(operations.explainPayout, payoutIds),
  getProgram: toRecordRequests(operations.getProgram, [fakeIds.programId]),
  getGroup: toRecordRequests(operations.getGroup, [fakeIds.groupId]),
  getMembership: toRecordRequests(operations.getMembership, [fakeIds.membershipId]),
  getReferral: toRecordRequests(operations.getReferral, [referral.id]),
  getCommission: toRecordRequests(operations.getCommission, quietCommissionIds),
  saveTerms: toTermsRequests(),
  identify: toIdentifyRequests(),
  redactShop: toRedactRequests(),
  reportInstallEvent: toReportRequests(operations.reportInstallEvent, {
    ...{ ...report, kind: 'installed', occurredAt: '2026-11-24T09:00:00Z' },
  }),
  reportEvidence: toReportRequests(operations.reportEvidence, { ...report, code: 'nobody' }),
} satisfies Record<keyof typeof operations, readonly VariedRequest[]>
