/** One thing that went over the wire, or that a person did. */
export interface JournalEntry {
  readonly id: number
  readonly at: string
  readonly from: 'You' | 'Shopify' | 'App' | 'Merchant' | 'Affiliate platform'
  readonly to: 'Shopify' | 'App' | 'Affiliate platform'
  readonly what: string
  /** The shop that it is about. */
  readonly shop?: string | undefined
  /** How it ended: a status, or words. */
  readonly outcome: string
  readonly isFine: boolean
  readonly tookMs: number
  /** How often the same happened at about the same time. */
  readonly count: number
}

/** Keeps the latest entries. None holds a header, a body or a query string, and so no token. */
export interface Journal {
  readonly add: (entry: Omit<JournalEntry, 'id' | 'at' | 'count'>) => void
  readonly entries: () => readonly JournalEntry[]
  readonly clear: () => void
  /** Whether this ever happened to a shop, or ever had an outcome, also before the latest entries. */
  readonly hasHappened: (what: string, shopOrOutcome: string) => boolean
}

const entriesMax = 60
// A backfill makes hundreds of calls: alike ones that come in a crowd become one entry.
const crowdEntries = 4
const crowdMs = 2000

export function createJournal(): Journal {
  let entries: readonly JournalEntry[] = []
  const happenings = new Set<string>()
  let id = 0
  return {
    add: (happened) => {
      id += 1
      const { what, shop, outcome } = happened
      happenings.add(`${what}: ${shop}`).add(`${what}: ${outcome}`)
      const entry = { ...happened, id, at: new Date().toISOString(), count: 1 }
      const alike = entries.slice(0, crowdEntries).find((other) => isSameCrowd(entry, other))
      if (alike === undefined) entries = [entry, ...entries].slice(0, entriesMax)
      else entries = entries.map((other) => (other === alike ? join(other, entry) : other))
    },
    entries: () => entries,
    clear: () => {
      entries = []
      happenings.clear()
    },
    hasHappened: (what, shopOrOutcome) => happenings.has(`${what}: ${shopOrOutcome}`),
  }
}

function isSameCrowd(entry: JournalEntry, other: JournalEntry): boolean {
  const isNear = Date.parse(entry.at) - Date.parse(other.at) < crowdMs
  return isNear && (['from', 'to', 'what', 'outcome'] as const).every((name) => entry[name] === other[name])
}

function join(other: JournalEntry, entry: JournalEntry): JournalEntry {
  const shop = other.shop === entry.shop ? other.shop : undefined
  return {
    ...other,
    shop,
    at: entry.at,
    tookMs: Math.max(other.tookMs, entry.tookMs),
    count: other.count + 1,
  }
}

/** Runs something that ends in a response, and notes how it ended. */
export async function noteResponse(
  journal: Journal,
  call: Pick<JournalEntry, 'from' | 'to' | 'what' | 'shop'>,
  run: () => Promise<Response>,
): Promise<Response> {
  const startedMs = performance.now()
  const note = (outcome: string, isFine: boolean) =>
    journal.add({ ...call, outcome, isFine, tookMs: Math.round(performance.now() - startedMs) })
  try {
    const response = await run()
    note(String(response.status), response.status < 400)
    return response
  } catch (error) {
    note(error instanceof Error && /abort|timeout/i.test(error.name) ? 'given up' : 'no response', false)
    throw error
  }
}
