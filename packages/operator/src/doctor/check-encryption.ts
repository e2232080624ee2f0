import { isSentInClear } from '@affiliate-platform/platform/database'
import { type Finding, ok } from './finding.ts'

/** What is told of a connection that anybody on the way can read. */
export const sentInClear =
  'What is sent to the database, the password included, crosses the network unencrypted: DATABASE_URL has no sslmode.'

/** Checks whether a Postgres is reached over TLS, or without a network. */
export function checkEncryption(url: string): Finding {
  if (!isSentInClear(url))
    return ok('encryption', 'What is sent to the database is encrypted, or stays on this machine.')
  const remedy =
    'Add sslmode=verify-full to DATABASE_URL, and sslrootcert=<file> for a private certificate authority.'
  return { check: 'encryption', state: 'warning', detail: sentInClear, remedy }
}
