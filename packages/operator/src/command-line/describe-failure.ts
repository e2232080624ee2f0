import {
  BackupError,
  CommitUnknownError,
  DistributeError,
  errorCode,
  FolderInUseError,
  ForeignMigrationError,
  MoveError,
  toDatabaseFault,
  toServerWords,
  UnusableDatabaseError,
} from '@affiliate-platform/platform/database'
import { PartnerApiError, SaleFeedError } from '@affiliate-platform/platform/sales'
import { describeError, SettingsError } from '@affiliate-platform/service'
import { OperatorError } from './operator-error.ts'

// Their messages are written for the operator.
const expectedErrors = [
  OperatorError,
  SettingsError,
  FolderInUseError,
  ForeignMigrationError,
  BackupError,
  MoveError,
  DistributeError,
  UnusableDatabaseError,
  PartnerApiError,
  SaleFeedError,
]

// Class 28: the user is not accepted.
const rejectedStates = /^28/

// The folder's lock is a SQLite file.
const unwritableCodes = new Set(['ERR_SQLITE_ERROR', 'EACCES', 'EROFS', 'ENOSPC', 'EPERM'])

/** What the operator is told of a failure. */
export function describeFailure(error: unknown): string {
  if (error instanceof Error && expectedErrors.some((kind) => error instanceof kind)) return error.message
  if (error instanceof CommitUnknownError) {
    return 'The connection was lost while the change was being saved: it may or may not have happened. Check before you run the command again.'
  }
  const code = errorCode(error)
  const { syscall, address, port, path } = Object(error)
  if (syscall === 'listen') {
    const words = describeListening(code, { address, port })
    if (words !== undefined) return words
  }
  if (syscall === 'mkdir') {
    return `The folder ${path} cannot be made (${code}). Choose another one, or make it as a folder that this user can write to.`
  }
  const fault = toDatabaseFault(error)
  if (code === '3D000') {
    return 'The server has no database of this name. Check DATABASE_URL, or create it with createdb.'
  }
  if (fault === 'unavailable' || rejectedStates.test(code)) {
    const words = toServerWords(error)
    return `The database cannot be reached${words === undefined ? '' : ` ("${words}")`}. Check DATABASE_URL, and that the server is running and accepts this user.`
  }
  if (fault === 'lock_timeout')
    return 'Another process has locked what is to be changed. Run the command again.'
  if (unwritableCodes.has(code)) {
    return 'The data folder cannot be read or written. Check who owns it and that the disk is neither full nor read-only, or choose another folder with --data-dir.'
  }
  if (code === '42501')
    return 'This database user is not allowed to do that. Use the one that owns the tables.'
  return `Internal error. Please report it with these details:\n${JSON.stringify(describeError(error), null, 2)}`
}

/** Why nothing can be served there. Codes of a database that is not reached are among them. */
function describeListening(
  code: string,
  { address, port }: Readonly<Record<string, unknown>>,
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: another process listens there. Stop it, or choose another port with --port or PORT.`
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${address}. Check --host, HOST and ADMIN_HOST.`
    case 'EACCES':
      return `Port ${port} may not be listened on by this user: take one above 1023 with --port or PORT.`
    default:
      return undefined
  }
}
