import { atPlace, type Finding, warning } from './finding.ts'
import { type CheckedApp, callsOf } from './read-app.ts'

/** Routes that are for one run: whoever has the key can read or change all shops by them. */
export function checkTemporary(app: CheckedApp): readonly Finding[] {
  return [
    ...callsOf(app, 'backfillRoute').map(({ place }) =>
      atPlace(
        place,
        warning(
          'BACKFILL',
          'The backfill route is in place.',
          'Delete it after one successful run (interface 4.4 rule 6).',
        ),
      ),
    ),
    ...callsOf(app, 'migrateTokensRoute').map(({ place }) =>
      atPlace(
        place,
        warning(
          'TOKENS',
          'The route that migrates tokens is in place.',
          'Delete it once "tokens migrate" reports that all are migrated.',
        ),
      ),
    ),
  ]
}
