import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database } from '../database/statements/database.ts'
import { HistoryError } from './history-row.ts'
import type { HistoryProgress } from './history-work.ts'
import type { CsvColumns } from './mantle/columns.ts'
import type { ExportFolder } from './mantle/export-folder.ts'
import { readExport } from './mantle/read-export.ts'
import { surveyExport } from './mantle/survey-export.ts'
import { UnknownFields } from './mantle/unknown-fields.ts'
import { type HistoryImport, runImport } from './run-import.ts'

/** An export of Mantle that is imported. */
export interface MantleOrder extends AppScope {
  readonly folder: ExportFolder
  /** Of the programs' app, where the export has several. */
  readonly mantleApp: string | undefined
  /** What the columns say, where the export is tables. */
  readonly columns?: CsvColumns | undefined
  /** Programs there with a minimum plan whose promises hold for every plan here. */
  readonly everyPlanOf?: readonly string[]
  /** Sales before it were commissioned there; those from it on are commissioned here. */
  readonly cutOverAt: Date
  readonly currency: string
  readonly actor: string
  /** Says what would be done, and does nothing. */
  readonly isDryRun: boolean
  readonly onProgress: (progress: HistoryProgress) => void
}

/**
 * Imports programs, members, codes of links, referrals, commissions and payouts from a folder that was saved from Mantle. The
 * same export again does nothing; one that was cut off goes on; a later one adds what is new.
 *
 * @throws HistoryError where nothing was imported: for a file that cannot be read, or an order that cannot be carried out
 *
 * @example
 * ```ts
 * const { report } = await importMantle(database, { workspaceId, appId, folder, cutOverAt, currency: 'USD', ...rest })
 * ```
 */
export async function importMantle(database: Database, order: MantleOrder): Promise<HistoryImport> {
  const { folder, columns, mantleApp, currency, cutOverAt, actor, workspaceId, appId, isDryRun, onProgress } =
    order
  const everyPlanOf = new Set(order.everyPlanOf)
  const survey = await surveyExport(folder, { columns, currency })
  const apps = [...new Set(survey.programs.map(({ appId: app }) => app ?? ''))]
  const app = mantleApp ?? apps[0] ?? ''
  if (apps.length === 0) throw new HistoryError(`${folder.name} has no program.`)
  if (mantleApp === undefined && apps.length > 1)
    throw new HistoryError(`${folder.name} has programs of several apps. Name one of ${apps.join(', ')}.`)
  if (!apps.includes(app))
    throw new HistoryError(`${folder.name} has programs of ${apps.join(', ')}, and none of ${app}.`)
  const programs = survey.programs.filter((program) => (program.appId ?? '') === app)
  const names = programs.map(({ id }) => id)
  const absent = [...everyPlanOf].filter((id) => !names.includes(id))
  if (absent.length > 0)
    throw new HistoryError(`${folder.name} has no program ${absent.join(', ')}. It has ${names.join(', ')}.`)
  const others = survey.programs.filter((program) => (program.appId ?? '') !== app)
  const otherPrograms = new Set(others.map(({ id }) => id))
  const unknownFields = new UnknownFields()
  return await runImport(database, {
    order: {
      ...{ workspaceId, appId, source: 'mantle', name: folder.name, sha256: survey.sha256, cutOverAt, actor },
      settings: {
        ...{ currency, app, ...(columns !== undefined && { columns }) },
        ...(everyPlanOf.size > 0 && { everyPlanOf: [...everyPlanOf].sort() }),
      },
    },
    readRows: () =>
      readExport(folder, { ...survey, programs, otherPrograms, currency, unknownFields, everyPlanOf }),
    ...{ currency, unknownFields, missingFiles: survey.missingFiles, isDryRun, onProgress },
  })
}
