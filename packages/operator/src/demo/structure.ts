import type { Random } from './random.ts'

/** When the demo's world begins: fixed, so that every seeding makes the same data. */
export const demoStartMs = Date.UTC(2025, 5, 1)

/** The currencies of the demo, which have two, no and three decimal places. */
export const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'KWD']

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
interface DemoAppOptions {
  readonly workspaceId: string
  readonly name: string
  readonly platformClientId: string
  readonly payoutCount: number
  readonly programNames: readonly string[]
  readonly membershipCount: number
}

/** An app of the demo with its programs, groups and memberships. */
export type DemoApp = Readonly<ReturnType<typeof buildApp>>

/** Builds an app: each program has two groups, and the memberships are dealt out to the groups in turn. */
export function buildApp(random: Random, { programNames, membershipCount, ...app }: DemoAppOptions) {
  const newId = () => random.idAt(demoStartMs)
  const programs = programNames.map((name) => ({ id: newId(), name }))
  const groups = programs.flatMap(({ id: programId }) =>
    groupNames.map((name) => ({ id: newId(), programId, name })),
  )
  const memberships = Array.from({ length: membershipCount }, (_, index) => {
    const group = at(groups, index)
    const round = Math.floor(index / memberNames.length)
    const memberName = `${at(memberNames, index)}${round === 0 ? '' : ` ${round + 1}`}`
    return { id: newId(), programId: group.programId, groupId: group.id, memberName }
  })
  return { ...app, id: newId(), programs, groups, memberships }
}

/** The element at an index that goes round and round. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index % list.length]
  if (element === undefined) throw new RangeError('The list is empty.')
  return element
}
