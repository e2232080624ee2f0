export type { AdmissionRejection, MemberAdmission } from './applications/admit-member.ts'
export { type Applicant, apply } from './applications/apply.ts'
export {
  type ApplicationDecision,
  type DecidedApplication,
  type DecisionRejection,
  decideApplication,
} from './applications/decide-application.ts'
export { findPublicPage, type PublicPage } from './applications/find-public-page.ts'
export {
  type Application,
  type ApplicationFilter,
  applicationStates,
  listApplications,
  listApplicationsOf,
} from './applications/list-applications.ts'
