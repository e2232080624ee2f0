import { allowTime } from '../../database/statements/at-length.ts'
import type { Database, Transaction } from '../../database/statements/database.ts'
import { newId } from '../../database/statements/new-id.ts'
import { planAnew } from '../../database/statements/plan-anew.ts'
import { HistoryError } from '../history-row.ts'
import type { HistoryProgress } from '../history-work.ts'
import { holdBatches, type InBatch } from '../in-batch.ts'
import { joinByHash } from '../join-by-hash.ts'
import { undoSteps } from '../steps.ts'
import {
  advance,
  type HistoryCheckpoint,
  type HistoryScope,
  removeCheckpoint,
  takeCheckpoint,
} from '../store.ts'
import { closeImport, lockReferred, undoneReason } from './close-import.ts'
import { type Dependent, findDependents } from './dependents.ts'
import { findForUndo } from './find-import.ts'
import { type TakeSome, takeSomeBack, voidSome } from './take-records-back.ts'

/** Which import is undone, why and by whom. */
export interface HistoryUndo {
  readonly workspaceId: string
  readonly importId: string
  readonly reason: string
  readonly actor: string
  readonly onProgress: (progress: HistoryProgress) => void
}

/** Why nothing was undone. */
export type HistoryUndoRejection =
  | { readonly rejection: 'unknown_import' | 'not_complete' | 'undone_already' }
  | { readonly rejection: 'depended_on'; readonly dependents: readonly Dependent[] }

/** Whether an import is undone. */
export type HistoryUndoing = { readonly ok: true } | ({ readonly ok: false } & HistoryUndoRejection)

type Begun =
  | ({ readonly ok: false } & HistoryUndoRejection)
  | { readonly ok: true; readonly scope: HistoryScope; readonly progress: HistoryCheckpoint }

const takers: Readonly<Record<(typeof undoSteps)[number], TakeSome>> = {
  take_back: takeSomeBack,
  void: voidSome,
}

/**
 * Undoes an import while nothing depends on it: what it brought is closed at once, and then its commissions are taken back
 * and its payouts voided, some thousand in a transaction. One that was cut off goes on when it is run again.
 *
 * @throws HistoryError where another import of the app is not complete
 */
export async function undoHistory(database: Database, undo: HistoryUndo): Promise<HistoryUndoing> {
  const holder = newId()
  const begun = await database.transaction((tx) => begin(tx, undo, holder))
  if (!begun.ok) return begun
  const { scope, progress } = begun
  const inBatch = holdBatches(database, scope, holder)
  let { after } = progress
  for (const step of undoSteps.slice(progress.step === 'void' ? 1 : 0)) {
    await takeStep(inBatch, scope, { ...undo, step, after })
    after = ''
  }
  await inBatch((tx) => removeCheckpoint(tx, scope))
  return { ok: true }
}

/** Closes what the import brought, or goes on with what was cut off. */
async function begin(tx: Transaction, undo: HistoryUndo, holder: string): Promise<Begun> {
  await Promise.all([planAnew(tx), allowTime(tx)])
  const found = await findForUndo(tx, undo)
  if (found === undefined) return { ok: false, rejection: 'unknown_import' }
  if (!found.isComplete) return { ok: false, rejection: 'not_complete' }
  if (found.isUndone && !found.isHalfUndone) return { ok: false, rejection: 'undone_already' }
  const scope = { ...found.scope, actor: undo.actor }
  if (!found.isUndone) {
    await lockReferred(tx, scope)
    await joinByHash(tx)
    const dependents = await findDependents(tx, scope)
    if (dependents.length > 0) return { ok: false, rejection: 'depended_on', dependents }
    await closeImport(tx, scope, undo.reason)
  }
  const progress = await takeCheckpoint(tx, scope, { holder, step: undoSteps[0] })
  if (progress !== undefined) return { ok: true, scope, progress }
  throw new HistoryError('Another import of this app is not complete. Run that again first.')
}

interface StepOfUndo extends Pick<HistoryUndo, 'reason' | 'onProgress'> {
  readonly step: (typeof undoSteps)[number]
  readonly after: string
}

async function takeStep(
  inBatch: InBatch,
  scope: HistoryScope,
  { step, after: from, reason, onProgress }: StepOfUndo,
): Promise<void> {
  let done = 0
  for (let after: string | undefined = from; after !== undefined; ) {
    const at = { after, reason: undoneReason(reason) }
    const part = await inBatch(async (tx) => {
      const taken = await takers[step](tx, scope, at)
      await advance(tx, scope, { step, after: taken?.after ?? at.after, report: null })
      return taken
    })
    done += part?.done ?? 0
    onProgress({ step, done })
    after = part?.after
  }
}
