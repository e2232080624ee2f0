import { existsSync } from 'node:fs'
import {
  errorCode,
  FolderInUseError,
  holdsDatabase,
  type ReplicaOptions,
  toDatabaseFault,
  toServerWords,
  UnusableDatabaseError,
} from '@affiliate-platform/platform/database'
import type { Settings } from '@affiliate-platform/service'
import { withDatabase } from '../command-line/database-option.ts'
import { toCommandLine } from '../command-line/to-command-line.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkEncryption } from './check-encryption.ts'
import { checkPlatform } from './check-platform.ts'
import { checkReplica } from './check-replica.ts'
import { type Finding, failed } from './finding.ts'

export interface ExamineOptions {
  readonly choice: { readonly url: string } | { readonly dataFolder: string }
  readonly settings: Settings
  /** `undefined`: there is none. */
  readonly replica?: ReplicaOptions | undefined
  /** How to reach the commerce platform; `undefined` leaves it out. */
  readonly fetch: typeof globalThis.fetch | undefined
}

/** Examines an installation and changes nothing. Each finding that is not well has its remedy. */
export async function examine({
  choice,
  settings,
  replica,
  fetch,
}: ExamineOptions): Promise<readonly Finding[]> {
  return [
    ...(await examineDatabase({ choice, settings, replica })),
    'url' in choice ? checkEncryption(choice.url) : skipped('encryption', 'There is no connection.'),
    await examineDisk(choice),
    fetch === undefined ? skipped('platform', 'Skipped by --offline.') : await checkPlatform(fetch),
  ]
}

async function examineDatabase({
  choice,
  settings,
  replica,
}: Omit<ExamineOptions, 'fetch'>): Promise<readonly Finding[]> {
  try {
    if ('dataFolder' in choice && !holdsDatabase(choice.dataFolder)) {
      const remedy = `Name the folder with --data-dir, or run ${toCommandLine('migrate', { dataDir: choice.dataFolder })} to create a database there.`
      const detail = `There is no database in ${choice.dataFolder}.`
      return [failed('database', detail, remedy), ...notLookedInto()]
    }
    return await withDatabase(choice, async (database) => [
      ...(await checkDatabase(database, settings)),
      ...(replica === undefined ? [] : [await checkReplica(database, replica)]),
    ])
  } catch (error) {
    return [toFinding(error), ...notLookedInto()]
  }
}

function toFinding(error: unknown): Finding {
  if (error instanceof FolderInUseError) {
    const remedy = 'Ask the running service itself: /readyz. To check the folder, stop it first.'
    return { check: 'database', state: 'warning', detail: error.message, remedy }
  }
  if (error instanceof UnusableDatabaseError) {
    return failed('database', error.reason, error.remedy)
  }
  const code = errorCode(error)
  if (code === '3D000') {
    const remedy = 'Check the name at the end of DATABASE_URL, or create the database with createdb.'
    return failed('database', 'The server has no database of this name.', remedy)
  }
  const isUnavailable = toDatabaseFault(error) === 'unavailable'
  // Without a code of the driver or the system it is no rejection, but a mistake of ours.
  if (!isUnavailable && code === '') throw error
  return failed(
    'database',
    `The database ${isUnavailable ? 'cannot be reached' : 'rejects the connection'} (${[code || 'connection lost', toServerWords(error)].filter(Boolean).join(': ')}).`,
    'Check DATABASE_URL: host, port, user, password and database name; and that the server is running.',
  )
}

const notLookedInto = (): readonly Finding[] =>
  (['migrations', 'clock', 'durability', 'connections'] as const).map((check) =>
    skipped(check, 'Not checked: no open database.'),
  )

async function examineDisk(choice: ExamineOptions['choice']): Promise<Finding> {
  if ('url' in choice) return skipped('disk', 'The data is on the database server: watch its disk there.')
  if (!existsSync(choice.dataFolder)) return skipped('disk', 'There is no data folder.')
  return await checkDisk(choice.dataFolder)
}

function skipped(check: Finding['check'], detail: string): Finding {
  return { check, state: 'skipped', detail, remedy: null }
}
