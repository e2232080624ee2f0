import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork, type WatchWork } from '../database/postgres/repeat-work.ts'
import type { Queryable } from '../database/statements/database.ts'
import { anchorFacts } from './anchor-facts.ts'
import { readAnchoringState } from './repair-anchoring.ts'

const everyMs = 300_000

/** Longer than any transaction can last. */
const youngestMs = 120_000

/**
 * Anchors facts at once, and then every five minutes, until it is stopped. Called by whoever serves. Each new head
 * goes to the log: whoever keeps the log elsewhere has a witness that nobody at the database can change.
 */
export function startAnchoring(database: Queryable, log: Logger, watch?: WatchWork): RepeatedWork {
  const run = async (queried: Queryable): Promise<void> => {
    const { anchoredUntil, isBeyondNow } = await readAnchoringState(queried)
    if (isBeyondNow) {
      log.error(
        { anchoredUntil },
        'facts are said to be anchored beyond now, so none is: audit repair-anchoring',
      )
    }
    for (const head of await anchorFacts(queried, youngestMs)) log.info(head, 'facts were anchored')
  }
  const task = { name: 'anchor_facts', run, message: 'facts were not anchored' }
  return repeatWork(database, [task], { everyMs, log, watch })
}
