import { resolve } from 'node:path'
import { signSessionToken } from '@affiliate-platform/shopify-simulator'
import express, { type Request, type RequestHandler, Router } from 'express'
import { listActivity } from '../app/activity.server.ts'
import type { Variant } from '../app/affiliate.server.ts'
import { demoShops } from './demo-shops.ts'
import { type PlatformMode, type PlatformSwitch, platformModes } from './platform-switch.ts'
import { createReferrals, type Referrals } from './referral.ts'
import { createStory, type Story } from './story.ts'
import * as scene from './world.ts'

/** What the simulated admin steers. */
export interface Admin {
  readonly world: scene.World
  readonly platform: PlatformSwitch
  readonly variant: () => Variant
  /** Starts the app anew with the other variant. */
  readonly chooseVariant: (variant: Variant) => Promise<void>
}

const platformUrl = process.env['AFFILIATE_BASE_URL'] ?? ''
// By this name the console and the portal know their cookies.
const localUrl = platformUrl.replace('127.0.0.1', 'localhost')
const domains = demoShops.map(({ domain }) => domain)
const variants: readonly string[] = ['identify_at_install', 'forward_uninstalls'] satisfies Variant[]

/** The admin as a person sees it: a page that opens the app with a signed session token, and buttons. */
export function createAdminRoutes(admin: Admin): RequestHandler {
  const { world } = admin
  const story = createStory()
  const referrals = createReferrals(world, platformUrl)
  const routes = Router()
  routes.get('/', (_request, response) => response.redirect('/simulated/'))
  routes.use('/simulated', express.static(resolve(import.meta.dirname, 'public')))
  routes.get('/simulated/state', (_request, response, next) => {
    readState(admin, story, referrals).then(
      (state) => response.set('Cache-Control', 'no-store').json(state),
      next,
    )
  })
  routes.get('/simulated/session-token', (request, response) => {
    response.set('Cache-Control', 'no-store').json({ token: signToken(world, findShop(request)) })
  })
  routes.get('/simulated/open', (request, response) => {
    const shop = findShop(request)
    response.cookie('simulated_shop', shop, { httpOnly: true, sameSite: 'lax' })
    response.redirect(toSignedPath(world, shop, String(request.query['path'] ?? '/app')))
  })
  // Where the app sends a document request whose session token is too old: App Bridge would get a new one.
  routes.get('/auth/session-token', (request, response) => {
    const { pathname, searchParams } = new URL(
      String(request.query['shopify-reload']),
      world.app.uninstallUrl,
    )
    searchParams.delete('id_token')
    response.redirect(toSignedPath(world, findShop(request), `${pathname}?${searchParams}`))
  })
  // A reload inside the frame: the real admin frames the page anew, and adds what it needs.
  routes.get(/^\/app(\/|$)/, (request, response, next) => {
    const isDocument =
      request.get('Sec-Fetch-Dest') === 'iframe' || request.get('Sec-Fetch-Dest') === 'document'
    if (!isDocument || request.query['shop'] !== undefined) return next()
    response.redirect(toSignedPath(world, findShop(request), request.originalUrl))
  })
  routes.post('/simulated/actions', express.json(), (request, response, next) => {
    const { action, shop, value } = request.body as Readonly<Record<string, unknown>>
    const wished = { action: String(action), shop: checkShop(shop), value: String(value) }
    noteStep(admin, story, wished)
    act(admin, wished, { story, referrals })
      .then(() => readState(admin, story, referrals))
      .then((state) => response.json(state), next)
  })
  return routes
}

interface Act {
  readonly action: string
  readonly shop: string
  readonly value: string
}

async function act(
  { world, platform, chooseVariant }: Admin,
  { action, shop, value }: Act,
  { story, referrals }: { readonly story: Story; readonly referrals: Referrals },
): Promise<void> {
  if (action === 'terms') await referrals.saveTerms()
  if (action === 'follow') await referrals.follow(shop)
  if (action === 'charge' && scene.isInstalled(world, shop)) referrals.charge(shop)
  if (action === 'install' && !scene.isInstalled(world, shop)) scene.install(world, shop)
  if (action === 'uninstall' && scene.isInstalled(world, shop)) await scene.uninstall(world, shop)
  if (action === 'forge') await scene.forgeUninstall(world, shop)
  if (action === 'expire') await scene.expireToken(world, shop)
  if (action === 'seed') await scene.seedShops(world)
  if (action === 'repair') await scene.repairShops(world)
  if (action === 'platform') platform.mode = findMode(value)
  if (action === 'restart') {
    platform.mode = 'ok'
    scene.startOver(world)
    story.forget()
    referrals.forget()
    await chooseVariant('identify_at_install')
  }
  if (action === 'variant' && variants.includes(value)) await chooseVariant(value as Variant)
}

/** Which step of the story an action is, judged by what was before it. */
function noteStep({ world, variant }: Admin, story: Story, { action, shop }: Act): void {
  const isInstalled = scene.isInstalled(world, shop)
  if (action === 'terms') story.note('terms')
  if (action === 'follow') story.note('follow')
  if (action === 'forge') story.note('forge')
  if (action === 'portal') story.note('portal')
  if (action === 'expire' && isInstalled) story.note('renew')
  if (action === 'uninstall' && isInstalled)
    story.note(variant() === 'identify_at_install' ? 'uninstall' : 'forward')
  if (action === 'install' && !isInstalled) story.note(scene.hasLeft(world, shop) ? 'reinstall' : 'install')
}

function findMode(value: string): PlatformMode {
  return platformModes.find((mode) => mode === value) ?? 'ok'
}

async function readState({ world, platform, variant }: Admin, story: Story, referrals: Referrals) {
  const found = await Promise.all(domains.map((domain) => referrals.find(domain).catch(() => null)))
  if (found.some((referral) => referral !== null)) story.note('code')
  if (found.some((referral) => referral?.earned)) story.note('charge')
  if (found.some((referral) => referral?.isInPayout)) story.note('payout')
  if (world.journal.hasHappened('identifies the shop', 'given up')) story.note('hang')
  if (domains.some((domain) => readMissed(domain) === 'sent')) story.note('missed')
  const backfill = scene.readBackfill()
  if (backfill.isThrough) story.note('backfill')
  if (backfill.isThrough && backfill.failed === 0) story.note('retry')
  return {
    story: story.read(),
    consoleUrl: new URL('/console/sign-in', localUrl).href,
    portalUrl: new URL('/portal/sign-in', localUrl).href,
    shops: domains.map((domain, index) => ({
      domain,
      name: world.simulator.shop(domain).contact.name,
      isInstalled: scene.isInstalled(world, domain),
      hasLeft: scene.hasLeft(world, domain),
      farewell: readFarewell(domain, variant()),
      missed: readMissed(domain),
      listing: referrals.findListing(domain),
      referral: found[index],
    })),
    platform: platform.mode,
    variant: variant(),
    troubled: await scene.countTroubled(world),
    journal: world.journal.entries(),
  }
}

/** Whether the last install of a shop was missed, and whether it has been sent since; null where it was not. */
function readMissed(shop: string): 'missed' | 'sent' | null {
  const [last, before] = listActivity('install', { shop, limit: 50 })
    .map(({ details }) => details.outcome)
    .filter((outcome) => outcome === 'identified' || outcome === 'failed')
  if (last === 'failed') return 'missed'
  return before === 'failed' ? 'sent' : null
}

/** What became of the last uninstall that the app verified. One that is forwarded is handled as well, after that. */
function readFarewell(shop: string, variant: Variant) {
  const wished = variant === 'forward_uninstalls' ? 'forwarded' : 'handled'
  const uninstalls = listActivity('uninstall', { shop, limit: 20 })
  const details = uninstalls.find((activity) => activity.details.outcome === wished)?.details
  if (details === undefined) return null
  return { outcome: details.outcome, receiptId: 'receiptId' in details ? details.receiptId : undefined }
}

function findShop(request: Request): string {
  const [, remembered] = /(?:^|; )simulated_shop=([^;]+)/.exec(request.get('Cookie') ?? '') ?? []
  return checkShop(request.query['shop'] ?? remembered)
}

function checkShop(shop: unknown): string {
  return domains.find((domain) => domain === shop) ?? domains[0] ?? ''
}

function signToken({ app }: scene.World, domain: string): string {
  return signSessionToken({ clientId: app.clientId, clientSecret: app.clientSecret, domain })
}

/** A path of the app as the admin frames it. */
function toSignedPath(world: scene.World, shop: string, path: string): string {
  const { pathname, searchParams } = new URL(path, world.app.uninstallUrl)
  const host = `admin.shopify.com/store/${shop.replace('.myshopify.com', '')}`
  searchParams.set('embedded', '1')
  searchParams.set('shop', shop)
  searchParams.set('host', Buffer.from(host).toString('base64'))
  searchParams.set('id_token', signToken(world, shop))
  return `${pathname}?${searchParams}`
}
