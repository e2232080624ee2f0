import { errorCatalogue, limits, scopes } from '@affiliate-platform/contract'
import { escapeHtml, toHtml } from '../html.ts'
import { payoutStates, payoutSums } from '../payout-states.ts'
import { termsFaults } from '../terms-faults.ts'
import type { ReferenceDocument } from './document.ts'

/** A section of plain paragraphs. */
interface Section {
  readonly id: string
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** What a caller has to know before the first request, section by section. */
export function renderIntroduction(document: ReferenceDocument): string {
  return [...listIntroduction(document).map(renderSection), renderErrors(), renderStates()].join('\n')
}

/** The sections of the introduction that are prose. */
export function listIntroduction({ info }: ReferenceDocument): readonly Section[] {
  return [
    {
      id: 'introduction',
      title: 'Introduction',
      paragraphs: [
        `${info.description.slice(0, info.description.indexOf(' Repeat'))} All of it is JSON in UTF-8 over HTTP; paths are relative to the address of this page.`,
        `Amounts are whole numbers of minor units as text, so that up to ${limits.amountDigitsMax} digits stay exact, and never without their currency: \`"1999"\` is 19.99 USD, 1999 JPY or 1.999 KWD. Rates are basis points: 2000 is 20 %. Times are RFC 3339 with \`Z\` or an offset.`,
        `Every response has an \`X-Request-Id\`: give it to the operator of the service when you ask for help. Fields and states may be added; ignore what you do not know. This is version ${info.version} of the representations, as \`X-Affiliate-Schema-Version\` says on every response of the affiliate REST interface.`,
      ],
    },
    {
      id: 'authentication',
      title: 'Authentication',
      paragraphs: [
        'Send `Authorization: Bearer` with an API key. The operator of the service creates it, and sees it once. Keep it in an environment variable of a server: never in a query string, and never in code that a browser gets.',
        `An **affiliate key** (\`aff_affiliate_…\`) belongs to one app and has ${describeScopes()}. A **workspace key** (\`aff_workspace_…\`) belongs to one workspace and identifies shops. An **install bridge key** (\`aff_install_bridge_…\`) belongs to one workspace and reports installs and codes. A **setup code** (\`aff_setup_…\`) works once, within 15 minutes: it makes the keys of an app. An **MCP key** (\`aff_mcp_…\`) belongs to one workspace and is for an assistant, which calls \`POST /mcp\` by the Model Context Protocol. No key gives access to what belongs to another.`,
        'A missing key is `missing_credential`; an unknown, revoked, expired or wrong-kind key is `invalid_credential`. A record that does not exist and one of another app get the same response: `access_denied`. A key that was rotated goes on working beside its successor for 24 hours, unless the operator chose another time.',
      ],
    },
    {
      id: 'quota',
      title: 'Quota',
      paragraphs: [
        `An affiliate key may send ${limits.quotaRequestsMax} requests in any ${limits.quotaWindowMs / 1000} seconds, and a workspace or MCP key ${limits.identifyQuotaRequestsDefault.toLocaleString('en')}, unless the operator has set another number. \`RateLimit\` says how many are left. One more is 429 \`quota_exceeded\` with \`Retry-After\`: wait that many seconds and send it again.`,
      ],
    },
    {
      id: 'retries',
      title: 'Retries',
      paragraphs: [
        info.description.slice(info.description.indexOf('Repeat')),
        `An \`Idempotency-Key\` makes a terms write happen once: a retry with the same key and body gets the first response again, with \`Idempotency-Replayed: true\`. A body may have at most ${limits.bodyBytesMax.toLocaleString('en')} bytes.`,
      ],
    },
  ]
}

function describeScopes(): string {
  const names = scopes.map((scope) => `\`${scope}\``)
  const [writing, ...reading] = names
  return `some or all of ${scopes.length} scopes: ${writing} to save terms, and ${reading.join(', ')} to list and read records of that name`
}

function renderSection({ id, title, paragraphs }: Section): string {
  const texts = paragraphs.map(
    (text) => `<p>${toHtml(text).replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')}</p>`,
  )
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2>\n${texts.join('\n')}</section>`
}

function renderErrors(): string {
  const codes = Object.entries(errorCatalogue).map(
    ([code, { status, title }]) =>
      `<div id="error-${code}"><dt><a href="/docs/errors/${code}"><code>${code}</code></a> <span class="type">${status}</span></dt><dd>${escapeHtml(title)}.</dd></div>`,
  )
  const faults = termsFaults.map(
    ({ code, rule }) =>
      `<div id="fault-${code}"><dt><code>${code}</code></dt><dd>${toHtml(rule)}.</dd></div>`,
  )
  return [
    '<section aria-labelledby="errors"><h2 id="errors">Errors</h2>',
    '<p>Every error is a problem document of RFC 9457, <code>application/problem+json</code>. Branch on its <code>code</code>, which never changes its meaning; treat one that you do not know by its status. <code>errors</code>, if present, has every issue with its place: a JSON Pointer into the body, the name of a parameter, or the name of a header.</p>',
    `<dl class="members">\n${codes.join('\n')}\n</dl>`,
    '<h3 id="faults">Rules of terms</h3>',
    '<p>What <a href="/docs/errors/terms_rejected"><code>terms_rejected</code></a> names in <code>errors</code>.</p>',
    `<dl class="members">\n${faults.join('\n')}\n</dl></section>`,
  ].join('\n')
}

function renderStates(): string {
  const rows = Object.entries(payoutStates).map(
    ([status, { meaning, condition, unpaid }]) =>
      `<div id="state-${status}"><dt><code>${status}</code></dt><dd>${escapeHtml(meaning)} <span class="type">Holds when ${escapeHtml(condition)}; unpaid is ${escapeHtml(unpaid)}.</span></dd></div>`,
  )
  return [
    '<section aria-labelledby="states"><h2 id="states">States of a payout</h2>',
    `<p>Derived each time it is read, never stored. ${payoutSums} The first state that applies counts. No state proves that money has moved: reports and confirmations are what people have said.</p>`,
    `<dl class="members">\n${rows.join('\n')}\n</dl></section>`,
  ].join('\n')
}
