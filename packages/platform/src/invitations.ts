export { type Invitation, listInvitations } from './invitations/list-invitations.ts'
export {
  type NewInvitation,
  type SendRejection,
  type SentInvitation,
  sendInvitation,
} from './invitations/send-invitation.ts'
export {
  type InvitationKey,
  type WithdrawalRejection,
  type WithdrawnInvitation,
  withdrawInvitation,
} from './invitations/withdraw-invitation.ts'
