import type { ConsoleBody, ConsoleOperations, ConsoleResponse } from '@affiliate-platform/contract/console'
import { CallError, type Sent, send } from './send.ts'

/** Where each operation is. The compiler compares them with the contract, of which the bundle holds no schema. */
const routes: {
  readonly [Name in keyof ConsoleOperations]: Pick<ConsoleOperations[Name], 'method' | 'path'>
} = {
  signIn: { method: 'POST', path: '/api/console/v1/sign-in' },
  askForLink: { method: 'POST', path: '/api/console/v1/sign-in-links' },
  signOut: { method: 'POST', path: '/api/console/v1/sign-out' },
  readSession: { method: 'GET', path: '/api/console/v1/session' },
  readOverview: { method: 'GET', path: '/api/console/v1/overview' },
  readMonths: { method: 'GET', path: '/api/console/v1/months' },
  readMember: { method: 'GET', path: '/api/console/v1/members/:id' },
  viewAsMember: { method: 'POST', path: '/api/console/v1/members/:id/views' },
  saveMemberTerms: { method: 'POST', path: '/api/console/v1/members/:id/terms' },
  setExclusion: { method: 'POST', path: '/api/console/v1/members/:id/exclusion' },
  listPayees: { method: 'GET', path: '/api/console/v1/members/:id/payees' },
  setPayee: { method: 'POST', path: '/api/console/v1/members/:id/payees' },
  listMemberPeople: { method: 'GET', path: '/api/console/v1/members/:id/people' },
  inviteToPortal: { method: 'POST', path: '/api/console/v1/members/:id/people' },
  removeFromPortal: { method: 'POST', path: '/api/console/v1/members/:id/people/removal' },
  issueMemberLink: { method: 'POST', path: '/api/console/v1/members/:id/sign-in-link' },
  eraseMember: { method: 'POST', path: '/api/console/v1/members/:id/erasure' },
  listProposals: { method: 'GET', path: '/api/console/v1/proposals' },
  reviewProposal: { method: 'POST', path: '/api/console/v1/proposals/:id/review' },
  listCases: { method: 'GET', path: '/api/console/v1/cases' },
  readCase: { method: 'GET', path: '/api/console/v1/cases/:id' },
  decideCase: { method: 'POST', path: '/api/console/v1/cases/:id/decision' },
  searchMembers: { method: 'GET', path: '/api/console/v1/members' },
  searchPayouts: { method: 'GET', path: '/api/console/v1/payouts' },
  searchCommissions: { method: 'GET', path: '/api/console/v1/commissions' },
  explainCommission: { method: 'GET', path: '/api/console/v1/commissions/:id/explanation' },
  searchReferrals: { method: 'GET', path: '/api/console/v1/referrals' },
  readReferral: { method: 'GET', path: '/api/console/v1/referrals/:id' },
  readShop: { method: 'GET', path: '/api/console/v1/shop' },
  readShopContact: { method: 'GET', path: '/api/console/v1/shop/contact' },
  eraseShop: { method: 'POST', path: '/api/console/v1/shop/erasure' },
  searchLinks: { method: 'GET', path: '/api/console/v1/links' },
  readLink: { method: 'GET', path: '/api/console/v1/links/:id' },
  readCoverage: { method: 'GET', path: '/api/console/v1/coverage' },
  readSales: { method: 'GET', path: '/api/console/v1/sales' },
  listSetAside: { method: 'GET', path: '/api/console/v1/sales/set-aside' },
  moveSale: { method: 'POST', path: '/api/console/v1/sales/move' },
  reconcileSales: { method: 'POST', path: '/api/console/v1/sales/reconciliation' },
  previewPayoutRun: { method: 'GET', path: '/api/console/v1/payout-runs/preview' },
  freezePayoutRun: { method: 'POST', path: '/api/console/v1/payout-runs' },
  listPayoutRuns: { method: 'GET', path: '/api/console/v1/payout-runs' },
  readPayoutRun: { method: 'GET', path: '/api/console/v1/payout-runs/:id' },
  listPayableFiles: { method: 'GET', path: '/api/console/v1/payout-runs/:id/files' },
  writePayoutFiles: { method: 'POST', path: '/api/console/v1/payout-runs/:id/files' },
  recordResults: { method: 'POST', path: '/api/console/v1/payout-results' },
  readPayoutFacts: { method: 'GET', path: '/api/console/v1/payouts/:id' },
  recordPayment: { method: 'POST', path: '/api/console/v1/payouts/:id/facts' },
  listPayoutLines: { method: 'GET', path: '/api/console/v1/payouts/:id/lines' },
  explainUnit: { method: 'GET', path: '/api/console/v1/payouts/:id/explanation' },
  searchPrograms: { method: 'GET', path: '/api/console/v1/programs' },
  readProgram: { method: 'GET', path: '/api/console/v1/programs/:id' },
  setPublicPage: { method: 'POST', path: '/api/console/v1/programs/:id/public-page' },
  closeProgram: { method: 'POST', path: '/api/console/v1/programs/:id/closing' },
  reopenProgram: { method: 'POST', path: '/api/console/v1/programs/:id/reopening' },
  listApplications: { method: 'GET', path: '/api/console/v1/programs/:id/applications' },
  decideApplication: { method: 'POST', path: '/api/console/v1/applications/:id/decision' },
  listInvitations: { method: 'GET', path: '/api/console/v1/programs/:id/invitations' },
  sendInvitation: { method: 'POST', path: '/api/console/v1/programs/:id/invitations' },
  withdrawInvitation: { method: 'POST', path: '/api/console/v1/invitations/:id/withdrawal' },
  listMaterials: { method: 'GET', path: '/api/console/v1/programs/:id/materials' },
  addMaterial: { method: 'POST', path: '/api/console/v1/programs/:id/materials' },
  changeMaterial: { method: 'POST', path: '/api/console/v1/materials/:id' },
  removeMaterial: { method: 'POST', path: '/api/console/v1/materials/:id/removal' },
  listPeople: { method: 'GET', path: '/api/console/v1/people' },
  invitePerson: { method: 'POST', path: '/api/console/v1/people' },
  changeRole: { method: 'POST', path: '/api/console/v1/people/:id/role' },
  issueSignInLink: { method: 'POST', path: '/api/console/v1/people/:id/sign-in-link' },
  endPersonSessions: { method: 'POST', path: '/api/console/v1/people/:id/end-sessions' },
  listOwnSessions: { method: 'GET', path: '/api/console/v1/sessions' },
  endOwnSession: { method: 'POST', path: '/api/console/v1/sessions/:id/end' },
  endOtherSessions: { method: 'POST', path: '/api/console/v1/sessions/end-others' },
  downloadMembers: { method: 'GET', path: '/api/console/v1/members.csv' },
  downloadPayouts: { method: 'GET', path: '/api/console/v1/payouts.csv' },
  downloadCommissions: { method: 'GET', path: '/api/console/v1/commissions.csv' },
  readOwnAddress: { method: 'GET', path: '/api/console/v1/address' },
  changeOwnAddress: { method: 'POST', path: '/api/console/v1/address' },
  confirmOwnAddress: { method: 'POST', path: '/api/console/v1/address/confirmation' },
  readPersonAddress: { method: 'GET', path: '/api/console/v1/people/:id/address' },
  changePersonAddress: { method: 'POST', path: '/api/console/v1/people/:id/address' },
  keepPersonAddress: { method: 'POST', path: '/api/console/v1/people/:id/address/keep' },
  listSavedAddresses: { method: 'GET', path: '/api/console/v1/saved-addresses' },
  saveAddress: { method: 'POST', path: '/api/console/v1/saved-addresses' },
  removeSavedAddress: { method: 'POST', path: '/api/console/v1/saved-addresses/:id/removal' },
  downloadReferrals: { method: 'GET', path: '/api/console/v1/referrals.csv' },
  listDownloads: { method: 'GET', path: '/api/console/v1/downloads' },
  listPasskeys: { method: 'GET', path: '/api/console/v1/passkeys' },
  challengePasskey: { method: 'POST', path: '/api/console/v1/passkeys/challenge' },
  addPasskey: { method: 'POST', path: '/api/console/v1/passkeys' },
  removePasskey: { method: 'POST', path: '/api/console/v1/passkeys/:id/removal' },
  signInByPasskey: { method: 'POST', path: '/api/console/v1/sign-in/passkey' },
  listKeys: { method: 'GET', path: '/api/console/v1/keys' },
  createKey: { method: 'POST', path: '/api/console/v1/keys' },
  rotateKey: { method: 'POST', path: '/api/console/v1/keys/:id/rotation' },
  revokeKey: { method: 'POST', path: '/api/console/v1/keys/:id/revocation' },
  listEndpoints: { method: 'GET', path: '/api/console/v1/webhook-endpoints' },
  addEndpoint: { method: 'POST', path: '/api/console/v1/webhook-endpoints' },
  rotateEndpoint: { method: 'POST', path: '/api/console/v1/webhook-endpoints/:id/rotation' },
  switchEndpoint: { method: 'POST', path: '/api/console/v1/webhook-endpoints/:id/switch' },
  removeEndpoint: { method: 'POST', path: '/api/console/v1/webhook-endpoints/:id/removal' },
  testEndpoint: { method: 'POST', path: '/api/console/v1/webhook-endpoints/:id/test' },
  repeatFailedDeliveries: { method: 'POST', path: '/api/console/v1/webhook-endpoints/:id/repetition' },
  listDeliveries: { method: 'GET', path: '/api/console/v1/webhook-deliveries' },
  repeatDelivery: { method: 'POST', path: '/api/console/v1/webhook-deliveries/:id/repetition' },
  listMails: { method: 'GET', path: '/api/console/v1/mails' },
  repeatMail: { method: 'POST', path: '/api/console/v1/mails/:id/repetition' },
  sendTestMail: { method: 'POST', path: '/api/console/v1/mails/test' },
  listMailChoices: { method: 'GET', path: '/api/console/v1/mail-choices' },
  setMailChoice: { method: 'POST', path: '/api/console/v1/mail-choices' },
  readCalendar: { method: 'GET', path: '/api/console/v1/calendar' },
  setTimeZone: { method: 'POST', path: '/api/console/v1/calendar/time-zone' },
  setPayeeHold: { method: 'POST', path: '/api/console/v1/calendar/payee-hold' },
  setPayDay: { method: 'POST', path: '/api/console/v1/programs/:id/pay-day' },
  listHistoryImports: { method: 'GET', path: '/api/console/v1/history-imports' },
  readHistoryImport: { method: 'GET', path: '/api/console/v1/history-imports/:id' },
  uploadHistoryPiece: { method: 'POST', path: '/api/console/v1/history-uploads' },
  importHistory: { method: 'POST', path: '/api/console/v1/history-imports' },
  undoHistoryImport: { method: 'POST', path: '/api/console/v1/history-imports/:id/undo' },
  listAudit: { method: 'GET', path: '/api/console/v1/audit' },
  findAnything: { method: 'GET', path: '/api/console/v1/find' },
  awaitChange: { method: 'GET', path: '/api/console/v1/changes' },
}

export type CallInput<Name extends keyof ConsoleOperations> = Sent<ConsoleBody<Name>>

/** Calls an operation, and returns the response as it comes. */
export const open = <Name extends keyof ConsoleOperations>(
  name: Name,
  input: CallInput<Name>,
): Promise<Response> => send(routes[name], input)

/**
 * Calls an operation.
 *
 * @throws CallError
 */
export async function call<Name extends keyof ConsoleOperations>(
  name: Name,
  input: CallInput<Name> = {},
): Promise<ConsoleResponse<Name>> {
  const response = await open(name, input)
  return (await response.json()) as ConsoleResponse<Name>
}

/** The operations that send a file. */
export type Download = Extract<keyof ConsoleOperations, `download${string}`>

/**
 * Reads a whole file.
 *
 * @param onBytes - told how many bytes have arrived, time and again
 * @throws CallError, also where the file breaks off
 */
export async function download(
  name: Download,
  { onBytes, ...input }: CallInput<Download> & { readonly onBytes: (bytes: number) => void },
): Promise<Blob> {
  const { body } = await open(name, input)
  let bytes = 0
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        bytes += piece.length
        onBytes(bytes)
        controller.enqueue(piece)
      },
    }),
  )
  return await new Response(counted ?? null).blob().catch(() => {
    throw new CallError('broken_off', 'The download was interrupted and nothing was saved. Try again.')
  })
}
