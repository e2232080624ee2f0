import type { consoleOperations, HistoryLine } from '@affiliate-platform/contract/console'
import {
  accessDenied,
  type Handlers,
  type OperationRequest,
  ServiceError,
} from '@affiliate-platform/contract/server'
import { listApps } from '@affiliate-platform/platform/apps'
import { actAs } from '@affiliate-platform/platform/audit'
import type { Database, RequestContext } from '@affiliate-platform/platform/database'
import {
  deleteUpload,
  dependentTexts,
  type ExportFolder,
  HistoryError,
  type HistoryImport,
  type HistoryUndoing,
  importMantle,
  importPartnerdex,
  type ListedImport,
  listHistoryImports,
  listHistorySetAside,
  type MantleOrder,
  openUpload,
  readHistoryReport,
  savePiece,
  undoHistory,
  withPartnerdex,
} from '@affiliate-platform/platform/history'
import { findDayStart } from '@affiliate-platform/platform/workspaces'
import { type ConsoleContext, readNaming } from './console-context.ts'
import { readUploadedColumns } from './read-uploaded-columns.ts'
import { sendLines, type Tell } from './send-lines.ts'

type HistoryOperations = Pick<
  typeof consoleOperations,
  'listHistoryImports' | 'readHistoryImport' | 'uploadHistoryPiece' | 'importHistory' | 'undoHistoryImport'
>

type Asking<Name extends keyof HistoryOperations> = OperationRequest<HistoryOperations[Name], RequestContext>

const importsMax = 100
const appsMax = 1000
const setAsideMax = 200
const headers = { 'Content-Type': 'application/x-ndjson; charset=utf-8' }

/** Imports what was uploaded of another platform, shows what came of it, and undoes it. */
export function createHistoryHandlers(context: ConsoleContext): Handlers<HistoryOperations, RequestContext> {
  const { database } = context
  return {
    listHistoryImports: async ({ caller: { workspaceId } }) => {
      const [found, apps] = await Promise.all([
        listHistoryImports(database, workspaceId, { after: undefined, limit: importsMax + 1 }),
        listApps(database, workspaceId, { after: undefined, limit: appsMax }),
      ])
      const actors = found.flatMap(({ actor, undoneBy }) => [actor, undoneBy])
      const toName = await readNaming(context, workspaceId, actors)
      const items = found.slice(0, importsMax).map((row) => toItem(row, toName))
      const isCut = found.length > importsMax
      return { value: { items, isCut, apps: apps.map(({ id, name }) => ({ id, name })) } }
    },

    readHistoryImport: async ({ caller: { workspaceId }, pathId: importId }) => {
      const report = await readHistoryReport(database, { workspaceId, importId })
      if (report === undefined) throw accessDenied()
      const page = { after: `${importId}/`, limit: setAsideMax + 1 }
      const found = await listHistorySetAside(database, workspaceId, page)
      const own = found.filter((row) => row.importId === importId)
      const setAside = own.slice(0, setAsideMax).map(({ importId: _importId, ...row }) => row)
      return { value: { report, setAside, isCut: own.length > setAsideMax } }
    },

    uploadHistoryPiece: async ({ caller: { workspaceId }, body: { content, ...piece } }) => {
      const bytes = Buffer.from(content, 'base64')
      if (await savePiece(database, { ...piece, workspaceId, bytes })) return { value: {} }
      const message = 'The export is too large to be uploaded. Import it by the command.'
      throw new ServiceError('invalid_request', message, { issues: [] })
    },

    importHistory: async (asked) => ({
      pieces: sendLines((tell) => inWords(() => importUpload(context, asked, tell))),
      headers,
    }),

    undoHistoryImport: async ({ caller: { workspaceId, actor }, pathId: importId, body: { reason } }) => ({
      pieces: sendLines((tell) =>
        inWords(async () => {
          const undo = { workspaceId, importId, reason, actor, onProgress: tell }
          return describeUndo(await undoHistory(actAs(database, actor), undo), importId)
        }),
      ),
      headers,
    }),
  }
}

async function importUpload(
  { database }: ConsoleContext,
  { caller: { workspaceId, actor }, body }: Asking<'importHistory'>,
  tell: Tell,
): Promise<HistoryLine> {
  const { uploadId, name, appId, cutOver, isDryRun } = body
  const apps = await listApps(database, workspaceId, { after: undefined, limit: appsMax })
  if (!apps.some(({ id }) => id === appId)) return { rejected: 'The workspace has no such app.' }
  const folder = await openUpload(database, { workspaceId, uploadId }, name)
  const order = {
    ...{ workspaceId, appId, actor, currency: body.currency, isDryRun, onProgress: tell },
    cutOverAt: await findDayStart(database, workspaceId, cutOver),
  }
  const imported = await importFrom(actAs(database, actor), { folder, order, body })
  if (!isDryRun) await deleteUpload(database, { workspaceId, uploadId })
  return imported
}

interface Uploaded {
  readonly folder: ExportFolder
  readonly order: Omit<MantleOrder, 'folder' | 'mantleApp'>
  readonly body: Asking<'importHistory'>['body']
}

async function importFrom(database: Database, { folder, order, body }: Uploaded): Promise<HistoryImport> {
  const { source: from, appThere, everyPlanOf } = body
  const app = appThere ?? undefined
  if (from === 'partnerdex')
    return await withPartnerdex(folder, (source) =>
      importPartnerdex(database, { ...order, source, partnerdexApp: app }),
    )
  const columns = await readUploadedColumns(folder)
  return await importMantle(database, { ...order, folder, columns, everyPlanOf, mantleApp: app })
}

async function inWords(run: () => Promise<HistoryLine>): Promise<HistoryLine> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof HistoryError) return { rejected: error.message }
    throw error
  }
}

const rejections = {
  unknown_import: 'The workspace has no such import.',
  not_complete: 'The import is not complete. Import the same export again first.',
  undone_already: 'The import has been undone already.',
} as const

function describeUndo(undone: HistoryUndoing, importId: string): HistoryLine {
  if (undone.ok) return { undone: importId }
  if (undone.rejection !== 'depended_on') return { rejected: rejections[undone.rejection] }
  return {
    rejected: 'Something depends on this import.',
    dependents: undone.dependents.map(({ kind, id }) => ({ id, what: dependentTexts[kind] })),
  }
}

function toItem(row: ListedImport, toName: (actor: string) => string) {
  const { importId: id, source, name, sha256, added, setAside, settings } = row
  return {
    ...{ id, source, name, sha256, added, setAside },
    currency: String(settings['currency']),
    cutOverAt: row.cutOverAt.toISOString(),
    actor: toName(row.actor),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    undone:
      row.undoneAt === null
        ? null
        : {
            at: row.undoneAt.toISOString(),
            actor: toName(row.undoneBy ?? ''),
            reason: row.undoneBecause ?? '',
          },
  }
}
