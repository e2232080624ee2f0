import type { Page } from 'playwright-core'
import { vi } from 'vitest'

/** Where a screen is: its path, or the first link of a list that leads to one. */
export type Place =
  | string
  | {
      readonly from: string
      readonly link: string
      /** Of what the link leads to. */
      readonly part?: string
    }

/** A screen of the console. */
interface ScreenPlan {
  readonly place: Place
  /** What it is mostly for: a keyboard reaches it. */
  readonly act: RegExp
}

/** Every path of the console's router, and how it is looked at. One that is missing here fails. */
export const screens: Readonly<Record<string, ScreenPlan>> = {
  '/': { place: '', act: /Preview run/ },
  payouts: { place: 'payouts', act: /Preview run/ },
  'payouts/all': { place: 'payouts/all', act: /Find/ },
  'payouts/run': { place: 'payouts/run', act: /Freeze|I have looked/ },
  'payouts/runs/:id/:step?': {
    place: { from: 'payouts', link: 'a[href*="/payouts/runs/"]' },
    act: /Payouts|Very long|Why/,
  },
  'payouts/:id': { place: { from: 'payouts/all', link: 'tbody a[href*="/payouts/"]' }, act: /Why/ },
  members: { place: 'members', act: /Find/ },
  'members/:id': { place: { from: 'members', link: 'tbody a[href*="/members/"]' }, act: /Why|New terms/ },
  programs: { place: 'programs', act: /./ },
  'programs/:id': { place: { from: 'programs', link: 'tbody a' }, act: /Turn it (on|off)/ },
  commissions: { place: 'commissions', act: /Why/ },
  referrals: { place: 'referrals', act: /Find/ },
  'referrals/:id': { place: { from: 'referrals', link: 'tbody a' }, act: /./ },
  cases: { place: 'cases', act: /myshopify/ },
  'cases/:id': { place: { from: 'cases', link: 'a[href*="/cases/"]' }, act: /Reason/ },
  proposals: { place: 'proposals', act: /Why/ },
  shops: { place: 'shops', act: /Find/ },
  'shops/:shop': { place: 'shops/amber-candles.myshopify.com', act: /Erase|All commissions|Copy/ },
  links: { place: 'links', act: /Coverage of installs/ },
  'links/coverage': { place: 'links/coverage?days=90', act: /The last/ },
  'links/:id': { place: { from: 'links', link: 'tbody a' }, act: /Copy/ },
  sales: { place: 'sales', act: /Move/ },
  '/address': { place: 'address#link', act: /Use this address/ },
  'settings/people': { place: 'settings/people', act: /Invite/ },
  'settings/keys': { place: 'settings/keys', act: /Create key/ },
  'settings/webhooks': { place: 'settings/webhooks', act: /Add endpoint/ },
  'settings/mail': { place: 'settings/mail', act: /Send a test/ },
  'settings/calendar': { place: 'settings/calendar', act: /Time zone/ },
  'settings/imports': { place: 'settings/imports', act: /./ },
  'settings/downloads': { place: 'settings/downloads', act: /^members|Download again/ },
  'settings/audit': { place: 'settings/audit', act: /./ },
}

/** Waits until a screen shows what it has. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await vi.waitUntil(async () => (await page.locator('[aria-busy=true]').count()) === 0, { timeout: 60_000 })
}

/** Where each screen is, in a demo. */
export async function findPaths(
  page: Page,
  baseUrl: string,
  places: Readonly<Record<string, Place | ScreenPlan>> = screens,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>()
  for (const [route, plan] of Object.entries(places)) {
    const place = typeof plan === 'object' && 'place' in plan ? plan.place : plan
    if (typeof place === 'string') {
      paths.set(route, `/console/${place}`)
      continue
    }
    await page.goto(`${baseUrl}/console/${place.from}`)
    const link = page.locator(`#main ${place.link}`).first()
    const part = place.part === undefined ? '' : `/${place.part}`
    paths.set(route, `${await link.getAttribute('href')}${part}`)
  }
  return paths
}
