export { formatCsv, formatCsvLine } from './csv/format-csv.ts'
export { formatMinor } from './csv/format-minor.ts'
export {
  toCommissionCsvRow,
  toListedCommission,
  toListedMembership,
  toListedPayout,
  toListedReferral,
  toPayoutCsvRow,
  toReferralCsvRow,
} from './csv/listed-records.ts'
