import type { consoleOperations } from '@affiliate-platform/contract/console'
import {
  accessDenied,
  type Handlers,
  type OperationRequest,
  ServiceError,
} from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  type ExportPlan,
  exportRun,
  listPayable,
  parseResultFile,
  previewResults,
  type RecordedResult,
  ResultFileError,
  readDebtor,
  recordResults,
} from '@affiliate-platform/platform/payout-files'
import { findRun } from '@affiliate-platform/platform/payout-runs'
import { listPayoutMembers } from '@affiliate-platform/platform/payouts'
import type { ConsoleContext } from './console-context.ts'
import { describeRejection } from './describe-rejection.ts'

type FileOperations = Pick<
  typeof consoleOperations,
  'listPayableFiles' | 'writePayoutFiles' | 'recordResults'
>

/** Writes the files that pay a run, and records what banks and payment services say of them. */
export function createPayoutFileHandlers({
  database,
}: ConsoleContext): Handlers<FileOperations, RequestContext> {
  return {
    listPayableFiles: async ({ caller: { workspaceId }, pathId: runId }) => {
      const run = await findRun(database, { workspaceId, runId })
      if (run === undefined) throw accessDenied()
      const { payable, leftOut } = await listPayable(database, { workspaceId, runId })
      return {
        value: {
          formats: payable,
          leftOut: leftOut.map(({ payoutId, membershipId, memberName, amount, reason }) => ({
            ...{ payoutId, amount, reason },
            member: { id: membershipId, name: memberName },
          })),
        },
      }
    },

    writePayoutFiles: async ({ caller: { workspaceId }, pathId: runId, body }) => {
      const exported = await exportRun(database, toPlan(body, { workspaceId, runId }))
      if (!exported.ok) throw accessDenied()
      return { value: { files: exported.files } }
    },

    recordResults: async ({ caller: { workspaceId, actor }, body }) => {
      const { content, rowsBefore, method, isMeant, isDryRun } = body
      const read = readRows(content, rowsBefore)
      if (read.rejected !== undefined) return { value: { rejected: read.rejected, rows: [] } }
      const { rows } = read
      const scope = { workspaceId, method, isDoubtAccepted: isMeant }
      const record = isDryRun ? previewResults : recordResults
      const results = await record(actAs(database, actor), rows, scope)
      const payoutIds = rows.flatMap(({ payoutId }) => payoutId ?? [])
      const members = await listPayoutMembers(database, workspaceId, payoutIds)
      const nameOf = (payoutId: string) => {
        const member = members.find((one) => one.payoutId === payoutId)
        return member === undefined ? null : { id: member.membershipId, name: member.memberName }
      }
      return {
        value: {
          rejected: null,
          rows: results.map(({ number, payoutId, outcome }, index) => ({
            ...{ number, outcome, ...describeOutcome(outcome) },
            payout: payoutId === null ? null : { id: payoutId, member: nameOf(payoutId) },
            amount: rows[index]?.amount ?? { amountMinor: '0', currency: '' },
          })),
        },
      }
    },
  }
}

type FilesBody = OperationRequest<typeof consoleOperations.writePayoutFiles, RequestContext>['body']

function toPlan(body: FilesBody, run: { readonly workspaceId: string; readonly runId: string }): ExportPlan {
  if (body.format !== 'pain001') return { ...run, format: body.format }
  const read = readDebtor(body.debtor)
  if (read.ok) return { ...run, format: body.format, debtor: read.debtor, executeOn: undefined }
  const { member, message } = read.fault
  const issue = { pointer: `/debtor/${member}`, code: 'invalid_value', message }
  throw new ServiceError('invalid_request', 'A bank cannot pay from this account.', { issues: [issue] })
}

function readRows(content: string, rowsBefore: number) {
  try {
    return { rows: parseResultFile(content, rowsBefore) }
  } catch (error) {
    if (error instanceof ResultFileError) return { rejected: error.message }
    throw error
  }
}

function describeOutcome(outcome: RecordedResult['outcome']) {
  switch (outcome) {
    case 'reported':
    case 'known':
    case 'not_paid':
    case 'other_payment':
      return { reason: null, isDoubt: false }
    default: {
      const { rejected, isDoubt } = describeRejection(outcome)
      return { reason: rejected, isDoubt }
    }
  }
}
