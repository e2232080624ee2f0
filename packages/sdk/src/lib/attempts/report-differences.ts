import { headerNames, schemaVersion, versionedPath } from '@affiliate-platform/contract'
import type { Redact } from '../errors/redact.ts'
import { notify } from '../settings/observer.ts'
import type { Settings } from '../settings/settings.ts'
import type { Action } from './action.ts'
import { findDrift } from './drift.ts'

/** Tells the observer how a good response differs from what this version of the package knows. */
export type ReportDifferences = (
  call: { readonly action: Action<never>; readonly redact: Redact },
  response: object,
  headers: Pick<Headers, 'get'>,
) => void

/** Makes the reporter of one client: the schema version once, and with `strict` the drift of every response. */
export function createReportDifferences({ observer, strict }: Settings): ReportDifferences {
  let isVersionReported = false
  return ({ action: { operation }, redact }, response, headers) => {
    const received = headers.get(headerNames.schemaVersion)
    // The endpoints for shops have no schema version (interface section 9).
    if (operation.path.startsWith(versionedPath) && received !== schemaVersion && !isVersionReported) {
      isVersionReported = true
      const found = received === null ? {} : { received: redact.line(received).slice(0, 40) }
      void notify(observer, {
        type: 'schema_version',
        operation: operation.id,
        expected: schemaVersion,
        ...found,
      })
    }
    // Of a raw request nothing is known to differ from. Even a member's name may be an echo of what was sent.
    const pointers =
      strict && operation.id !== 'request' ? findDrift(operation, response).map(redact.name) : []
    if (pointers.length > 0) void notify(observer, { type: 'drift', operation: operation.id, pointers })
  }
}
