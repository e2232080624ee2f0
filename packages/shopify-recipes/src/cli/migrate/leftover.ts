/** What stays of Mantle in an app. */
export type LeftoverKind =
  | 'identify'
  | 'unused'
  | 'webhook'
  | 'affiliate'
  | 'billing'
  | 'client'
  | 'browser'
  | 'http'
  | 'token'
  | 'setting'
  | 'package'
  | 'test'

/** One place that names Mantle still. No text of it holds a value of the environment. */
export interface Leftover {
  readonly kind: LeftoverKind
  readonly path: string
  readonly line: number
  /** What stands there, such as `subscribe()`. */
  readonly what: string
}

/** What to do about each kind, in the order in which they are told. */
const advice: Readonly<Record<LeftoverKind, string>> = {
  identify: 'Identify calls that were not taken out, because more than Mantle would go with them:',
  unused: 'Files that were there for Mantle, and are not changed. Delete them:',
  webhook:
    'Webhooks of Mantle, none of which arrives any more. What your app does at customers/uninstalled belongs into onUninstalled of the uninstall webhook:',
  affiliate:
    'Affiliate calls. Members find this in the portal, an app in @affiliate-platform/sdk. A referral that a merchant names comes with the install: see "Who sent you?" in docs/identify-on-install.md of this package:',
  billing: 'Billing, features, usage and notices of Mantle. Nothing of ours takes their place:',
  client: 'Clients of Mantle, and classes that extend them:',
  browser: "Mantle's provider and hooks in the browser:",
  http: 'Requests of Mantle without its client. For Ruby, PHP and Python see docs/other-languages.md of this package:',
  token: "Columns for Mantle's tokens. They stay, with what is in them; drop them once nothing reads them:",
  setting: "Mantle's variables:",
  package: "Mantle's packages. Remove them once nothing above needs them:",
  test: 'Tests and mocks, which are not changed:',
}

/** The places that stay, by what to do about them. */
export function formatLeftovers(leftovers: readonly Leftover[]): string {
  const parts = Object.entries(advice).map(([kind, words]) => {
    const lines = leftovers
      .filter((one) => one.kind === kind)
      .map(({ path, line, what }) => `  ${path}:${line}  ${what}\n`)
    return lines.length === 0 ? '' : `\n${words}\n${lines.join('')}`
  })
  return parts.some((part) => part !== '') ? `Left to you, of Mantle:\n${parts.join('')}\n` : ''
}
