import {
  endMemberSession,
  endOtherMemberSessions,
  listMemberMailChoices,
  listMemberSessions,
  setMemberMailChoice,
} from './member/account.ts'
import {
  changeMemberAddress,
  confirmMemberAddress,
  proveAddress,
  readMemberAddress,
  takeBackAddress,
} from './member/addresses.ts'
import { fileOwnClaim, listOwnClaims } from './member/claims.ts'
import { downloadOwnData, downloadStatement } from './member/downloads.ts'
import { explainEarning, listEarnings } from './member/earnings.ts'
import { readHome } from './member/home.ts'
import { eraseOwnAccount, leaveOwnProgram, readOwnErasure } from './member/leaving.ts'
import { createOwnLink, listOwnLinks, listOwnReferrals, readOwnTerms } from './member/links.ts'
import { listOwnMaterials } from './member/materials.ts'
import {
  addMemberPasskey,
  challengeMemberPasskey,
  listMemberPasskeys,
  removeMemberPasskey,
  signInMemberByPasskey,
} from './member/passkeys.ts'
import { changeOwnPayee, readOwnPayee } from './member/payee.ts'
import { answerPayment, listOwnPayouts, readOwnPayout } from './member/payouts.ts'
import { applyToProgram, readPublicPage } from './member/public-page.ts'
import { askForMemberLink, readMemberSession, signInMember, signOutMember } from './member/session.ts'

/** What the portal calls, by name. None of it is part of the public interface, and none of it needs a scope: who is signed in may do all of it for the members whom they act for, and for nobody else. An operator who sees the portal as one of them may read what names the source `member_view`. What a visitor may do is about nobody. */
export const memberOperations = {
  signInMember,
  askForMemberLink,
  signOutMember,
  readMemberSession,
  ...{ listMemberSessions, endMemberSession, endOtherMemberSessions },
  ...{ listMemberMailChoices, setMemberMailChoice },
  ...{ readMemberAddress, changeMemberAddress, confirmMemberAddress, proveAddress, takeBackAddress },
  ...{ listMemberPasskeys, challengeMemberPasskey, addMemberPasskey, removeMemberPasskey },
  signInMemberByPasskey,
  readHome,
  listEarnings,
  explainEarning,
  listOwnPayouts,
  readOwnPayout,
  answerPayment,
  ...{ readOwnPayee, changeOwnPayee },
  ...{ listOwnLinks, createOwnLink, listOwnReferrals, readOwnTerms },
  listOwnMaterials,
  ...{ listOwnClaims, fileOwnClaim },
  ...{ leaveOwnProgram, readOwnErasure, eraseOwnAccount },
  ...{ readPublicPage, applyToProgram },
  ...{ downloadStatement, downloadOwnData },
} as const
