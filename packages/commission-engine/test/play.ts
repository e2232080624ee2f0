import { type AppTransaction, isSale, type PairRules } from '@affiliate-platform/commission-engine'
import type { History } from './histories.ts'
import { type Engine, type Program, startProgram } from './program.ts'

const betweenMs = 20 * 86_400_000

/** Lives a history through: after each batch that is imported and posted something happens, and goes on after the last. */
export function play(engine: Engine, history: History): Program {
  const program: Program = startProgram(engine, [history.referral], () =>
    thresholdsOf(history, program.runs.length),
  )
  const batches = Math.ceil(history.rows.length / history.batchSize)
  let nowMs = Date.UTC(2026, 0, 10)
  for (let index = 0; index < batches + history.acts.length; index += 1) {
    const first = index * history.batchSize
    program.importRows(history.rows.slice(first, first + history.batchSize))
    act(program, history, { index, nowMs })
    nowMs += betweenMs
  }
  program.run(nowMs)
  return program
}

function act(program: Program, history: History, { index, nowMs }: { index: number; nowMs: number }): void {
  const { referrals } = program.facts()
  const living = referrals.find(({ voidedAtMs }) => voidedAtMs === null)
  switch (history.acts[index % history.acts.length]) {
    case 'run':
      program.run(pastDate(program, history, nowMs))
      return
    case 'void payout':
      program.voidPayout(history.choice % Math.max(1, program.payouts.length))
      return
    case 'link':
      link(program, history.choice)
      return
    case 'move sale':
      moveSale(program, history, index)
      return
    case 'void referral':
      if (living === undefined) return
      program.changeReferral({ ...living, voidedAtMs: nowMs })
      if (referrals.length === 1) program.changeReferral(history.successor)
      return
    case 'new contract':
      if (living === undefined) return
      program.changeReferral({ ...living, contracts: [...living.contracts, history.newContract] })
  }
}

/** Thresholds of terms that rise and fall from run to run, and of a contract beside them. */
function thresholdsOf({ choice }: History, run: number): PairRules {
  const ofContract = { amountMinor: BigInt(choice % 300), contractId: 'contract' }
  return {
    thresholdMinor: choice % 3 === 0 ? undefined : BigInt((choice * (run + 1)) % 900),
    contractThreshold: choice % 2 === 0 ? ofContract : undefined,
    excludedBecause: null,
  }
}

/** Up to sixty days ago, and not before the latest run. */
function pastDate({ runs }: Program, { choice }: History, nowMs: number): number {
  return Math.max(nowMs - (choice % 61) * 86_400_000, runs.at(-1)?.asOfMs ?? 0)
}

function moveSale(program: Program, { rows, choice }: History, index: number): void {
  const row = rows[(choice + index) % rows.length]
  if (row !== undefined) program.moveSale(row.platformId)
}

function link(program: Program, choice: number): void {
  const { appTransactions } = program.facts()
  const sales = appTransactions.filter(isSale)
  const refunds = appTransactions.filter((appTransaction: AppTransaction) => !isSale(appTransaction))
  const sale = sales[choice % Math.max(1, sales.length)]
  const refund = refunds[choice % Math.max(1, refunds.length)]
  if (sale !== undefined && refund !== undefined) program.link(refund.platformId, sale.platformId)
}
