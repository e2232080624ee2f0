import { hash } from 'node:crypto'
import {
  type AppTransaction,
  type Entry,
  type ExplanationFacts,
  isSale,
  type ManualCommission,
} from '@affiliate-platform/commission-engine'
import { toNano } from '../posting/nano.ts'
import { toAppTransaction } from '../posting/read-shop.ts'
import type { AppTransactionJson, CommissionRow } from './commission-row.ts'

/** What was said about the payment of a payout. */
export interface PaymentWords {
  readonly reports: readonly object[]
  readonly confirmations: readonly object[]
}

/** Nobody has said anything yet. */
export const noWords: PaymentWords = { reports: [], confirmations: [] }

/** Turns a commission as it is stored into what the engine explains. */
export function toFacts(row: CommissionRow, words: PaymentWords): ExplanationFacts {
  const { appTransaction, original, takenBack } = row
  const sale = original === null ? null : toEngine(original)
  return {
    id: row.id,
    commission: toCommission(row),
    contract: toContract(row),
    referral: toReferral(row),
    appTransaction: appTransaction && { ...toEngine(appTransaction), importRun: appTransaction.runId },
    original: sale !== null && isSale(sale) ? sale : null,
    takenBack: (takenBack ?? []).map(({ base, ...refund }) => ({
      refund: toEngine(refund),
      baseNano: toNano(base),
    })),
    ...words,
  }
}

function toEngine({ runId: _runId, collectedAt, ...row }: AppTransactionJson): AppTransaction {
  return toAppTransaction({ ...row, collectedAt: new Date(collectedAt) })
}

function toCommission(row: CommissionRow): Entry | ManualCommission {
  const { cause, entry, referralId, contractId, currency, baseBefore, baseChange } = row
  const availableAtMs = row.availableAt.getTime()
  if (isByHand(cause)) {
    return { cause, entry, availableAtMs, by: row.actor, reason: row.reason ?? '' }
  }
  const base =
    cause === 'install_reward' || row.platformId === null || baseBefore === null || baseChange === null
      ? null
      : { beforeNano: toNano(baseBefore), changeNano: toNano(baseChange) }
  return {
    position: { referralId: referralId ?? '', contractId: contractId ?? '', currency },
    cause,
    entry,
    platformId: row.platformId,
    originalPlatformId: row.originalPlatformId,
    base,
    amountMinor: BigInt(row.amountMinor),
    accruedAtMs: row.accruedAt.getTime(),
    availableAtMs,
  }
}

const isByHand = (cause: CommissionRow['cause']): cause is ManualCommission['cause'] =>
  ['manual', 'write_off', 'repayment', 'deduction'].includes(cause)

function toContract(row: CommissionRow): ExplanationFacts['contract'] {
  const { contractId, appliesFrom, rules, rulesText, termsVersionId, agreement } = row
  if (contractId === null || appliesFrom === null || rules === null) return null
  return {
    id: contractId,
    appliesFromMs: appliesFrom.getTime(),
    rules,
    copiedFrom: termsVersionId === null ? `agreement: ${agreement}` : `terms version ${termsVersionId}`,
    rulesHash: hash('sha256', rulesText ?? ''),
  }
}

function toReferral({
  referralId,
  shopDomain,
  installedAt,
  evidence,
}: CommissionRow): ExplanationFacts['referral'] {
  if (referralId === null || shopDomain === null || installedAt === null) return null
  return {
    id: referralId,
    shopDomain,
    installedAtMs: installedAt.getTime(),
    evidence: (evidence ?? []).map(({ kind, at }) => ({ kind, atMs: Date.parse(at) })),
  }
}
