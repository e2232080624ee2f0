import type { Random } from './random.ts'
import { demoUninstallUrl } from './shops.ts'

/** When the demo's world begins: fixed, so that every seeding makes the same data. */
export const demoStartMs = Date.UTC(2025, 5, 1)

/** A day in milliseconds. */
export const dayMs = 86_400_000

/** The currencies of the demo, which have two, no and three decimal places. */
export const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'KWD']

/** A membership of the demo and what it belongs to. */
export interface DemoMembership {
  readonly id: string
  readonly programId: string
  readonly groupId: string
  readonly memberName: string
}

/** An app of the demo with its programs, groups and memberships. */
export interface DemoApp {
  readonly workspaceId: string
  readonly id: string
  readonly name: string
  readonly platformClientId: string
  readonly uninstallUrl: string
  readonly programs: readonly { readonly id: string; readonly name: string }[]
  readonly groups: readonly { readonly id: string; readonly programId: string; readonly name: string }[]
  readonly memberships: readonly DemoMembership[]
  readonly payoutCount: number
}

const groupNames = ['Standard', 'Gold']

// Names that put a search to the test: wildcards, another script, marks, a quote.
const memberNames = [
  'Harbour Studio',
  'Ünder Öak Agency',
  "O'Hara & Daughters",
  '100%_Growth',
  'שותפים דיגיטליים',
  'Pixel Orchard',
  'Kite & Compass',
  'Nordlys Media',
  'Casa del Código',
  'Blue Heron Labs',
]

/** What an app of the demo is called and how large it is. */
interface DemoAppOptions extends Pick<DemoApp, 'workspaceId' | 'name' | 'platformClientId' | 'payoutCount'> {
  readonly programNames: readonly string[]
  readonly membershipCount: number
}

/** Builds an app: each program has two groups, and the memberships are dealt out to the groups in turn. */
export function buildApp(random: Random, options: DemoAppOptions): DemoApp {
  const newId = () => random.idAt(demoStartMs)
  const programs = options.programNames.map((name) => ({ id: newId(), name }))
  const groups = programs.flatMap(({ id: programId }) =>
    groupNames.map((name) => ({ id: newId(), programId, name })),
  )
  const memberships = Array.from({ length: options.membershipCount }, (_, index) => {
    const group = at(groups, index)
    const round = Math.floor(index / memberNames.length)
    const memberName = `${at(memberNames, index)}${round === 0 ? '' : ` ${round + 1}`}`
    return { id: newId(), programId: group.programId, groupId: group.id, memberName }
  })
  return {
    workspaceId: options.workspaceId,
    id: newId(),
    name: options.name,
    platformClientId: options.platformClientId,
    uninstallUrl: demoUninstallUrl,
    programs,
    groups,
    memberships,
    payoutCount: options.payoutCount,
  }
}

/** The element at an index that goes round and round. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index % list.length]
  if (element === undefined) throw new RangeError('The list is empty.')
  return element
}
