import { createLookUp } from '../api-keys/look-up-keys.ts'
import { setNewest } from '../api-keys/set-newest.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** Where a link leads. */
export interface Destination {
  /** The app's listing, with the member's code where the operator wants it; without one for a code that nobody has. */
  readonly url: string
  /** The member's link; undefined for a code that nobody has. */
  readonly link: { readonly workspaceId: string; readonly id: string } | undefined
}

/**
 * Finds where the link of a code leads, whatever the case of its letters.
 *
 * @returns `undefined` where no app has the slug
 */
export type FindDestination = (slug: string, code: string) => Promise<Destination | undefined>

/** A change takes effect everywhere within this time. */
const readingKeptMs = 10_000
const readingsMax = 10_000

interface Reading {
  readonly destination: Destination
  readonly askedAtMs: number
}

// Like a key, a link names no workspace.
const findStatement: Statement = {
  name: 'link_find_destinations',
  text: `
    select wanted.slug, wanted.code as asked, app.listing_url as "listingUrl", app.workspace_id as "workspaceId",
      link.id, link.code
    from jsonb_to_recordset($1::jsonb) wanted (slug text, code text)
    join apps app on app.slug = wanted.slug and app.listing_url is not null
    left join links link
      on link.workspace_id = app.workspace_id and link.app_id = app.id and lower(link.code) = wanted.code`,
}

interface FoundRow {
  readonly slug: string
  readonly asked: string
  readonly listingUrl: string
  readonly workspaceId: string
  readonly id: string | null
  readonly code: string | null
}

/**
 * Creates the process's search for links, with its own short memory of them. While the database does not respond, a link
 * that was found before goes on leading where it led.
 *
 * @param clock - a test's time in milliseconds
 */
export function createDestinationSearch(
  database: Queryable,
  clock: () => number = () => performance.now(),
): FindDestination {
  /** Of links that members have. No guess gets in here: those that are followed are not pushed out by guesses. */
  const readings = new Map<string, Reading>()
  const asking = new Map<string, Promise<Destination | undefined>>()
  const find = (keys: readonly Buffer[]) => findDestinations(database, keys)
  const lookUpUnknown = createLookUp(find)
  // A link that was found before does not wait for guesses.
  const lookUp = async (key: Buffer, isKnown: boolean) =>
    isKnown ? (await find([key])).get(key.toString('hex')) : await lookUpUnknown(key)

  async function ask(key: string): Promise<Destination | undefined> {
    const askedAtMs = clock()
    try {
      const destination = await lookUp(Buffer.from(key), readings.has(key))
      if (destination?.link === undefined) readings.delete(key)
      else setNewest(readings, { key, value: { destination, askedAtMs }, sizeMax: readingsMax })
      return destination
    } finally {
      asking.delete(key)
    }
  }

  return async (slug, code) => {
    const key = toKey(slug.toLowerCase(), code.toLowerCase())
    const kept = readings.get(key)
    if (kept !== undefined && Math.abs(clock() - kept.askedAtMs) < readingKeptMs) return kept.destination
    const asked = asking.get(key) ?? ask(key)
    asking.set(key, asked)
    return kept === undefined ? await asked : await asked.catch(() => kept.destination)
  }
}

/** Neither a slug nor a code has a slash. */
const toKey = (slug: string, code: string): string => `${slug}/${code}`

async function findDestinations(
  database: Queryable,
  keys: readonly Buffer[],
): Promise<ReadonlyMap<string, Destination>> {
  const wanted = keys.map((key) => {
    const [slug, code] = key.toString().split('/')
    return { slug, code }
  })
  const rows = await database.query<FoundRow>(findStatement, [JSON.stringify(wanted)])
  return new Map(
    rows.map(({ slug, asked, listingUrl, workspaceId, id, code }) => [
      Buffer.from(toKey(slug, asked)).toString('hex'),
      {
        url: listingUrl.replaceAll('{code}', code ?? ''),
        link: id === null ? undefined : { workspaceId, id },
      },
    ]),
  )
}
