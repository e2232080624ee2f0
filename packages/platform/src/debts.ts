export { type Debt, listDebts } from './debts/list-debts.ts'
export {
  type DebtFact,
  type DebtFactKind,
  type DebtRecording,
  type NewDebtFact,
  recordDebtFact,
} from './debts/record-debt-fact.ts'
export { type DebtUndoing, undoDebtFact } from './debts/undo-debt-fact.ts'
