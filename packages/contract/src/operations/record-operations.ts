import type { RecordOperation } from './definitions/record.ts'
import { explainPayout } from './explanations/explain-payout.ts'
import { getCommission } from './records/get-commission.ts'
import { getGroup } from './records/get-group.ts'
import { getMembership } from './records/get-membership.ts'
import { getPayout } from './records/get-payout.ts'
import { getProgram } from './records/get-program.ts'
import { getReferral } from './records/get-referral.ts'

/** The operations that read one record, whole or a part of it. */
export const recordOperations = [
  getPayout,
  explainPayout,
  getProgram,
  getGroup,
  getMembership,
  getReferral,
  getCommission,
] as const satisfies readonly RecordOperation[]
