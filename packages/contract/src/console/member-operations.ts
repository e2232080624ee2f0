import {
  endMemberSession,
  endOtherMemberSessions,
  listMemberMailChoices,
  listMemberSessions,
  setMemberMailChoice,
} from './member/account.ts'
import { fileOwnClaim, listOwnClaims } from './member/claims.ts'
import { downloadStatement } from './member/downloads.ts'
import { explainEarning, listEarnings } from './member/earnings.ts'
import { readHome } from './member/home.ts'
import { createOwnLink, listOwnLinks, listOwnReferrals, readOwnTerms } from './member/links.ts'
import { changeOwnPayee, readOwnPayee } from './member/payee.ts'
import { answerPayment, listOwnPayouts, readOwnPayout } from './member/payouts.ts'
import { applyToProgram, readPublicPage } from './member/public-page.ts'
import { askForMemberLink, readMemberSession, signInMember, signOutMember } from './member/session.ts'

/** What the portal calls, by name. None of it is part of the public interface, and none of it needs a scope: who is signed in may do all of it for the members whom they act for, and for nobody else. What a visitor may do is about nobody. */
export const memberOperations = {
  signInMember,
  askForMemberLink,
  signOutMember,
  readMemberSession,
  ...{ listMemberSessions, endMemberSession, endOtherMemberSessions },
  ...{ listMemberMailChoices, setMemberMailChoice },
  readHome,
  listEarnings,
  explainEarning,
  listOwnPayouts,
  readOwnPayout,
  answerPayment,
  ...{ readOwnPayee, changeOwnPayee },
  ...{ listOwnLinks, createOwnLink, listOwnReferrals, readOwnTerms },
  ...{ listOwnClaims, fileOwnClaim },
  ...{ readPublicPage, applyToProgram },
  downloadStatement,
} as const
