import type { InstallEvent, InstallSource } from './install-event.ts'

/** A time during which a shop had the app. */
export interface Installation {
  readonly fromMs: number
  /** Undefined while the shop has it. */
  readonly untilMs: number | undefined
}

/** An event as one source tells it. */
export interface ReportedEvent {
  readonly kind: InstallEvent['kind']
  readonly atMs: number
  readonly source: InstallSource
}

/** An app's clock may be an hour off, and that of another source as well. */
export const sameWithinMs = 2 * 60 * 60 * 1000

type Presence = ReportedEvent & { readonly kind: 'installed' | 'uninstalled' }

/**
 * Makes one history of what several sources tell of a shop. What two sources tell of one event is one, at the Partner
 * API's time where that is known and else at the earliest. A shop that has the app cannot install it: where that is told
 * again, a ledger was lost.
 */
export function mergeInstalls(events: readonly ReportedEvent[]): readonly Installation[] {
  const presences = events.filter(isPresence).sort(byTime)
  const merged: Presence[] = []
  const taken = new Set<Presence>()
  for (const event of presences) {
    if (taken.has(event)) continue
    const group = [event]
    for (const other of presences) {
      if (!taken.has(other) && isSame(presences, group, other)) group.push(other)
    }
    for (const each of group) taken.add(each)
    merged.push(group.find(({ source }) => source === 'partner') ?? event)
  }
  return toInstallations(merged.sort(byTime))
}

const isPresence = (event: ReportedEvent): event is Presence =>
  event.kind === 'installed' || event.kind === 'uninstalled'

// An uninstall comes before an install of the same moment: then the shop has the app.
const byTime = (a: Presence, b: Presence): number =>
  a.atMs - b.atMs || Number(a.kind === 'installed') - Number(b.kind === 'installed')

/** Whether an event is another source's word on the event of a group. */
function isSame(presences: readonly Presence[], group: readonly Presence[], other: Presence): boolean {
  return group.every(
    (event) =>
      event.kind === other.kind &&
      event.source !== other.source &&
      Math.abs(event.atMs - other.atMs) <= sameWithinMs &&
      !presences.some(({ kind, source, atMs }) => {
        const isBetween = atMs > Math.min(event.atMs, other.atMs) && atMs < Math.max(event.atMs, other.atMs)
        return kind !== event.kind && isBetween && (source === event.source || source === other.source)
      }),
  )
}

function toInstallations(events: readonly Presence[]): readonly Installation[] {
  const installations: { fromMs: number; untilMs: number | undefined }[] = []
  for (const { kind, atMs } of events) {
    const last = installations.at(-1)
    const isThere = last !== undefined && last.untilMs === undefined
    if (kind === 'installed') {
      if (!isThere) installations.push({ fromMs: atMs, untilMs: undefined })
    } else if (isThere) last.untilMs = atMs
    // An uninstall without an install before it: the app was there, but when it came is unknown. The visit has no length.
    else if (last === undefined) installations.push({ fromMs: atMs, untilMs: atMs })
  }
  return installations
}
