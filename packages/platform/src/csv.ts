export { formatCsv, formatCsvLine } from './csv/format-csv.ts'
export { formatDecimal } from './csv/format-decimal.ts'
export {
  toCommissionCsvRow,
  toListedCommission,
  toListedMembership,
  toListedPayout,
  toListedReferral,
  toPayoutCsvRow,
  toReferralCsvRow,
} from './csv/listed-records.ts'
