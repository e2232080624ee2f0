import type { MantleAffiliate, MantleMembership } from './records.ts'
import type { SurveyedProgram } from './survey-export.ts'

/** What was promised to whom, as far as it is not the program's own. */
export interface Promises {
  readonly programs: ReadonlyMap<string, SurveyedProgram>
  /** Programs whose promises hold for plans below their minimum, too. */
  readonly everyPlanOf: ReadonlySet<string>
  /** Of members with rules of their own, a group's, a day from which they earn, or a copy of the program that says something else. */
  readonly own: Map<string, OwnRules>
}

type OwnRules = Pick<MantleMembership, 'rules' | 'group' | 'program'> &
  Pick<MantleAffiliate, 'startCountingCommissionFrom'>

/** Where a record stood. */
interface Place {
  readonly file: string
  readonly number: number
  readonly digest: string
}

/** A record of an export, and what is said of all of them. */
export interface RowContext extends Place {
  readonly currency: string
  readonly promises: Promises
}
