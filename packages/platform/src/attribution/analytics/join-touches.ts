import { createHash } from 'node:crypto'
import { dayMs } from '@affiliate-platform/contract'
import type { CodedLink } from './match-view.ts'

/** A listing view that names a member. */
export interface CodedView extends CodedLink {
  readonly visitor: string
  readonly atMs: number
}

/** An install as analytics tell it; without a domain its shop is not known. */
export interface SeenInstall {
  readonly visitor: string
  readonly atMs: number
  readonly shopDomain: string | undefined
}

/** A listing view that led to an install, under what the two are called. */
export interface Touch extends CodedLink {
  readonly shopDomain: string
  readonly atMs: number
  readonly sourceId: string
}

/** Why a row that can be read leads to no evidence. */
export type UnjoinedRow =
  | 'no_install'
  | 'no_view'
  | 'unknown_shop'
  | 'no_terms_in_force'
  | 'outside_window'
  | 'later_view'

/** The window of the terms in force for a membership at an instant. */
export type FindWindowDays = (membershipId: string, atMs: number) => Promise<number | undefined>

interface Joined {
  readonly touches: readonly Touch[]
  /** One for each row that led to nothing. */
  readonly unjoined: readonly UnjoinedRow[]
}

/**
 * Joins views and installs of one visitor where the install comes within the window of the terms that were in force at the
 * view, both ends included. Of several views of one link the first counts for a shop.
 */
export async function joinTouches(
  views: readonly CodedView[],
  installs: readonly SeenInstall[],
  findWindowDays: FindWindowDays,
): Promise<Joined> {
  const installsOf = new Map<string, SeenInstall[]>()
  for (const install of installs) {
    const others = installsOf.get(install.visitor)
    if (others === undefined) installsOf.set(install.visitor, [install])
    else others.push(install)
  }
  const touches = new Map<string, Touch>()
  const used = new Set<SeenInstall>()
  const unjoined: UnjoinedRow[] = []
  for (const view of views.toSorted((a, b) => a.atMs - b.atMs)) {
    const near = await findNear(view, installsOf.get(view.visitor), findWindowDays)
    if (typeof near === 'string') {
      unjoined.push(near)
      continue
    }
    for (const install of near) used.add(install)
    const shops = new Set(near.flatMap(({ shopDomain }) => shopDomain ?? []))
    const added = [...shops].filter((shop) => !touches.has(`${shop} ${view.linkId}`))
    if (added.length === 0) unjoined.push('later_view')
    for (const shop of added) touches.set(`${shop} ${view.linkId}`, toTouch(view, shop))
  }
  const viewers = new Set(views.map(({ visitor }) => visitor))
  for (const install of installs) {
    if (!used.has(install)) unjoined.push(whyUnused(install, viewers))
  }
  return { touches: [...touches.values()], unjoined }
}

async function findNear(
  { membershipId, atMs }: CodedView,
  installs: readonly SeenInstall[] | undefined,
  findWindowDays: FindWindowDays,
): Promise<readonly SeenInstall[] | UnjoinedRow> {
  if (installs === undefined) return 'no_install'
  const known = installs.filter(({ shopDomain }) => shopDomain !== undefined)
  if (known.length === 0) return 'unknown_shop'
  const later = known.filter((install) => install.atMs >= atMs)
  if (later.length === 0) return 'outside_window'
  const windowDays = await findWindowDays(membershipId, atMs)
  if (windowDays === undefined) return 'no_terms_in_force'
  const near = later.filter((install) => install.atMs <= atMs + windowDays * dayMs)
  return near.length === 0 ? 'outside_window' : near
}

function whyUnused({ shopDomain, visitor }: SeenInstall, viewers: ReadonlySet<string>): UnjoinedRow {
  if (!viewers.has(visitor)) return 'no_view'
  return shopDomain === undefined ? 'unknown_shop' : 'outside_window'
}

// A hash: the id of a cookie is nobody's business once it has joined two rows.
function toTouch({ visitor, atMs, linkId, membershipId }: CodedView, shopDomain: string): Touch {
  const names = JSON.stringify([visitor, atMs, linkId, shopDomain])
  const sourceId = `ga4 ${createHash('sha256').update(names).digest('hex')}`
  return { linkId, membershipId, shopDomain, atMs, sourceId }
}
