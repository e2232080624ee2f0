import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { readVisitorSecret } from './visitor-secret.ts'

export interface Click {
  readonly link: { readonly workspaceId: string; readonly id: string }
  /** What tells visitors of one day apart: an address and a browser. It is kept until it is hashed, a second later. */
  readonly visitor: string
  /** The host of the page that had the link. */
  readonly referringHost: string | null
  /** ISO 3166, two capitals. */
  readonly country: string | null
  /** What the member added to the link, to tell where it stands. */
  readonly subId: string | null
}

/** The clicks of a process. They are stored together, a second later: a process that crashes loses so many. */
export interface ClickLog {
  add(click: Click): void
  /** Stores what is left. */
  stop(): Promise<void>
}

const everyMs = 1000
const clicksPerStatement = 1000
/** While the database does not respond, so many wait for it. */
const waitingMax = 20_000

// By the database's time, less how long ago each was. One that may have been stored before is sent again.
const insertStatement: Statement = {
  name: 'click_insert',
  text: `
    insert into clicks (workspace_id, id, link_id, visitor, referring_host, country, sub_id, occurred_at)
    select $1, click.id, click.link_id, decode(click.visitor, 'hex'), click.referring_host, click.country, click.sub_id,
      date_trunc('milliseconds', now() - make_interval(secs => click.seconds))
    from jsonb_to_recordset($2::jsonb)
      click (
        id uuid, link_id uuid, visitor text, referring_host text, country text, sub_id text, seconds double precision
      )
    on conflict (workspace_id, id) do nothing`,
}

interface Waiting extends Click {
  readonly id: string
  readonly atMs: number
}

/** Starts to log clicks. It keeps no process alive. */
export function createClickLog(database: Queryable, log: Pick<Logger, 'warn'>): ClickLog {
  let waiting: Waiting[] = []
  let lost = 0
  let storing = Promise.resolve()

  async function store(): Promise<void> {
    const clicks = waiting
    waiting = []
    try {
      if (clicks.length > 0) await storeClicks(database, clicks)
      if (lost > 0) log.warn({ lost }, 'clicks were lost: the database did not respond')
      lost = 0
    } catch (error) {
      log.warn({ err: error }, 'clicks were not stored')
      waiting = [...clicks, ...waiting]
      lost += waiting.splice(waitingMax).length
    }
  }
  const storeNext = (): Promise<void> => {
    storing = storing.then(store)
    return storing
  }

  const timer = setInterval(storeNext, everyMs).unref()
  return {
    add(click) {
      if (waiting.length >= waitingMax) {
        lost += 1
        return
      }
      waiting.push({ ...click, id: newId(), atMs: performance.now() })
      if (waiting.length % clicksPerStatement === 0) void storeNext()
    },
    stop() {
      clearInterval(timer)
      return storeNext()
    },
  }
}

async function storeClicks(database: Queryable, clicks: readonly Waiting[]): Promise<void> {
  const secret = (await readVisitorSecret(database)).toString('hex')
  const nowMs = performance.now()
  for (const workspaceId of new Set(clicks.map(({ link }) => link.workspaceId))) {
    const of = clicks.filter(({ link }) => link.workspaceId === workspaceId)
    for (let start = 0; start < of.length; start += clicksPerStatement) {
      const rows = of
        .slice(start, start + clicksPerStatement)
        .map(({ id, link, visitor, referringHost, country, subId, atMs }) => ({
          id,
          link_id: link.id,
          visitor: hash('sha256', `${secret}\n${link.id}\n${visitor}`),
          referring_host: referringHost,
          country,
          sub_id: subId,
          seconds: (nowMs - atMs) / 1000,
        }))
      await database.query(insertStatement, [workspaceId, JSON.stringify(rows)])
    }
  }
}
