import type { Database } from '../database/statements/database.ts'
import { HistoryError } from './history-row.ts'
import type { MantleOrder } from './import-mantle.ts'
import type { ExportLayout } from './mantle/layouts.ts'
import { parseRecords } from './mantle/parse-records.ts'
import { readExport } from './mantle/read-export.ts'
import { programSchema } from './mantle/records.ts'
import type { SurveyedProgram } from './mantle/survey-export.ts'
import { UnknownFields } from './mantle/unknown-fields.ts'
import { partnerdexTables } from './partnerdex/partnerdex-tables.ts'
import { checkExportVersion, type PartnerdexDatabase, readTable } from './partnerdex/read-tables.ts'
import { type HistoryImport, runImport } from './run-import.ts'

/** A database of PartnerDex that is imported. */
export interface PartnerdexOrder
  extends Omit<MantleOrder, 'folder' | 'mantleApp' | 'columns' | 'everyPlanOf'> {
  readonly source: PartnerdexDatabase
  /** Of the programs' app there, where it has several. */
  readonly partnerdexApp: string | undefined
}

/**
 * Imports programs, members, codes of links, referrals, commissions and payouts of PartnerDex, as `importMantle` does from a
 * folder of Mantle.
 *
 * @throws HistoryError where nothing was imported
 */
export async function importPartnerdex(database: Database, order: PartnerdexOrder): Promise<HistoryImport> {
  const { source, partnerdexApp, currency, cutOverAt, actor, workspaceId, appId, isDryRun, onProgress } =
    order
  checkExportVersion(source)
  const all = await readPrograms(source)
  const apps = [...new Set(all.map(({ appId: app }) => app ?? ''))]
  const app = partnerdexApp ?? apps[0] ?? ''
  if (partnerdexApp === undefined && apps.length > 1)
    throw new HistoryError(`${source.name} has programs of several apps. Name one of ${apps.join(', ')}.`)
  if (!apps.includes(app)) throw new HistoryError(`${source.name} has no program of the app "${app}".`)
  const programs = all.filter((program) => (program.appId ?? '') === app)
  const others = all.filter((program) => (program.appId ?? '') !== app)
  const layout: ExportLayout = {
    files: partnerdexTables.map((table) => ({
      ...{ file: table.table, kind: table.kind, isNeeded: true },
      read: () => readTable(source, table),
    })),
    renamed: {},
  }
  const folder = { name: source.name, open: async () => nothing() }
  const otherPrograms = new Set(others.map(({ id }) => id))
  const unknownFields = new UnknownFields()
  return await runImport(database, {
    order: {
      ...{
        workspaceId,
        appId,
        source: 'partnerdex',
        name: source.name,
        sha256: source.sha256,
        cutOverAt,
        actor,
      },
      settings: { currency, app },
    },
    readRows: () =>
      readExport(folder, {
        ...{ programs, otherPrograms, currency, unknownFields, layout },
        ...{ shops: new Map(), everyPlanOf: new Set() },
      }),
    ...{ currency, unknownFields, missingFiles: [], isDryRun, onProgress },
  })
}

/** A table has no bytes of its own. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

async function readPrograms(source: PartnerdexDatabase): Promise<readonly SurveyedProgram[]> {
  const [table] = partnerdexTables
  const programs: SurveyedProgram[] = []
  const records = parseRecords(readTable(source, table), { file: table.table, schema: programSchema })
  for await (const { data } of records) if (data !== undefined) programs.push({ ...data, agrees: true })
  return programs
}
