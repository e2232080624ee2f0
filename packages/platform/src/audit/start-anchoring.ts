import type { Logger } from 'pino'
import type { Queryable } from '../database/database.ts'
import { anchorFacts } from './anchor-facts.ts'

const everyMs = 300_000

/** Longer than any transaction can last. */
const youngestMs = 120_000

/**
 * Anchors facts at once, and then every five minutes, until the process ends. Called by whoever serves. Each new head
 * goes to the log: whoever keeps the log elsewhere has a witness that nobody at the database can change.
 */
export function startAnchoring(database: Queryable, log: Logger): void {
  const run = (): void => {
    anchorFacts(database, youngestMs).then(
      (heads) => {
        for (const head of heads) log.info(head, 'facts were anchored')
      },
      (error: unknown) => log.warn({ err: error }, 'facts were not anchored'),
    )
  }
  run()
  setInterval(run, everyMs).unref()
}
