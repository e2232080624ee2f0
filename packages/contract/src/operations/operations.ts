import type * as z from 'zod/mini'
import type { ListOperation } from './definitions/list.ts'
import type { Operation } from './definitions/operation.ts'
import { reportEvidence } from './install-bridge/report-evidence.ts'
import { reportInstallEvent } from './install-bridge/report-install-event.ts'
import { listOperations } from './list-operations.ts'
import { recordOperations } from './record-operations.ts'
import { identify } from './shops/identify.ts'
import { redactShop } from './shops/redact-shop.ts'
import { saveTerms } from './terms/save-terms.ts'

const all = [
  saveTerms,
  ...listOperations,
  ...recordOperations,
  identify,
  redactShop,
  reportInstallEvent,
  reportEvidence,
] as const satisfies readonly Operation[]

type Operations = { readonly [Each in (typeof all)[number] as Each['id']]: Each }

/** Every operation of the interface (section 4) and what was added beside them (D61, D75, D130, D333), by its id. */
export const operations = Object.fromEntries(all.map((each) => [each.id, each])) as unknown as Operations

/** The name of an operation. */
export type OperationId = keyof typeof operations

/** The name of an operation that lists records. */
export type ListId = {
  [Id in OperationId]: Operations[Id] extends ListOperation ? Id : never
}[OperationId]

/** A row of a list, as it is sent: with all that a client can do without, too. */
export type ListRow<Id extends ListId> = Required<z.output<Operations[Id]['row']>>

/** The name of an operation that reads one record, whole or a part of it. */
export type RecordId = {
  [Id in OperationId]: Operations[Id] extends { readonly record: string } ? Id : never
}[OperationId]

/** A record, or a part of it, as it is sent. */
export type RecordOf<Id extends RecordId> = z.output<Operations[Id]['response']>
