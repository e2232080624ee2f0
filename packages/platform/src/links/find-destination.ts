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
  readonly destination: Promise<Destination | undefined>
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
  const readings = new Map<string, Reading>()
  const lookUp = createLookUp((keys) => findDestinations(database, keys))

  function read(key: string): Reading {
    const kept = readings.get(key)
    if (kept !== undefined && Math.abs(clock() - kept.askedAtMs) < readingKeptMs) return kept
    const asked = lookUp(Buffer.from(key))
    const destination = kept === undefined ? asked : asked.catch(() => kept.destination)
    const reading = { destination, askedAtMs: clock() }
    setNewest(readings, { key, value: reading, sizeMax: readingsMax })
    // A failure is nothing to remember; whoever waits for it is told.
    destination.catch(() => readings.delete(key))
    return reading
  }

  return (slug, code) => read(toKey(slug.toLowerCase(), code.toLowerCase())).destination
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
