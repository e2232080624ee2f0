import {
  changeOwnAddress,
  changePersonAddress,
  confirmOwnAddress,
  keepPersonAddress,
  readOwnAddress,
  readPersonAddress,
} from './addresses.ts'
import { listAudit } from './audit.ts'
import { readCalendar, setPayDay, setPayeeHold, setTimeZone } from './calendar.ts'
import { decideCase, listCases, readCase } from './cases.ts'
import { awaitChange } from './changes.ts'
import { explainCommission, searchCommissions } from './commissions.ts'
import {
  downloadCommissions,
  downloadMembers,
  downloadPayouts,
  downloadReferrals,
  listDownloads,
} from './downloads.ts'
import { eraseMember } from './erasure.ts'
import { findAnything } from './find.ts'
import {
  importHistory,
  listHistoryImports,
  readHistoryImport,
  undoHistoryImport,
  uploadHistoryPiece,
} from './history.ts'
import { listInvitations, sendInvitation, withdrawInvitation } from './invitations.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import { readCoverage, readLink, searchLinks } from './links.ts'
import { listMailChoices, listMails, repeatMail, sendTestMail, setMailChoice } from './mails.ts'
import { addMaterial, changeMaterial, listMaterials, removeMaterial } from './materials.ts'
import { inviteToPortal, issueMemberLink, listMemberPeople, removeFromPortal } from './member-people.ts'
import { viewAsMember } from './member-views.ts'
import { readMember, saveMemberTerms, searchMembers, setExclusion } from './members.ts'
import { readMonths, readOverview } from './overview.ts'
import { addPasskey, challengePasskey, listPasskeys, removePasskey, signInByPasskey } from './passkeys.ts'
import { listPayees, setPayee } from './payees.ts'
import { listPayableFiles, recordResults, writePayoutFiles } from './payout-files.ts'
import { freezePayoutRun, listPayoutRuns, previewPayoutRun, readPayoutRun } from './payout-runs.ts'
import { explainUnit, listPayoutLines, readPayoutFacts, recordPayment, searchPayouts } from './payouts.ts'
import {
  changeRole,
  endOtherSessions,
  endOwnSession,
  endPersonSessions,
  invitePerson,
  issueSignInLink,
  listOwnSessions,
  listPeople,
} from './people.ts'
import {
  closeProgram,
  decideApplication,
  listApplications,
  readProgram,
  reopenProgram,
  searchPrograms,
  setPublicPage,
} from './programs.ts'
import { listProposals, reviewProposal } from './proposals.ts'
import { readReferral, searchReferrals } from './referrals.ts'
import { listSetAside, moveSale, readSales, reconcileSales } from './sales.ts'
import { listSavedAddresses, removeSavedAddress, saveAddress } from './saved-addresses.ts'
import { askForLink, readSession, signIn, signOut } from './session.ts'
import { eraseShop, readShop, readShopContact } from './shops.ts'
import {
  addEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  repeatDelivery,
  repeatFailedDeliveries,
  rotateEndpoint,
  switchEndpoint,
  testEndpoint,
} from './webhooks.ts'

/** What the console calls, by name. None of it is part of the public interface. */
export const consoleOperations = {
  signIn,
  askForLink,
  signOut,
  readSession,
  readOverview,
  readMonths,
  searchMembers,
  readMember,
  viewAsMember,
  saveMemberTerms,
  searchCommissions,
  explainCommission,
  searchReferrals,
  readReferral,
  ...{ readShop, readShopContact, eraseShop },
  previewPayoutRun,
  freezePayoutRun,
  listPayoutRuns,
  readPayoutRun,
  listPayableFiles,
  writePayoutFiles,
  recordResults,
  searchPayouts,
  readPayoutFacts,
  recordPayment,
  listPayoutLines,
  explainUnit,
  setExclusion,
  listPayees,
  setPayee,
  ...{ listMemberPeople, inviteToPortal, issueMemberLink, removeFromPortal, eraseMember },
  listProposals,
  reviewProposal,
  listCases,
  readCase,
  decideCase,
  ...{ searchPrograms, readProgram, setPublicPage, closeProgram, reopenProgram },
  ...{ listApplications, decideApplication, listInvitations, sendInvitation, withdrawInvitation },
  ...{ listMaterials, addMaterial, changeMaterial, removeMaterial },
  ...{ searchLinks, readLink, readCoverage },
  ...{ readSales, listSetAside, moveSale, reconcileSales },
  listPeople,
  invitePerson,
  changeRole,
  issueSignInLink,
  endPersonSessions,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
  ...{ readOwnAddress, changeOwnAddress, confirmOwnAddress },
  ...{ readPersonAddress, changePersonAddress, keepPersonAddress },
  ...{ listPasskeys, challengePasskey, addPasskey, removePasskey, signInByPasskey },
  ...{ listKeys, createKey, rotateKey, revokeKey },
  ...{ listEndpoints, addEndpoint, rotateEndpoint, switchEndpoint, removeEndpoint, testEndpoint },
  ...{ listDeliveries, repeatFailedDeliveries, repeatDelivery },
  ...{ listMails, repeatMail, sendTestMail, listMailChoices, setMailChoice },
  ...{ readCalendar, setTimeZone, setPayeeHold, setPayDay },
  ...{ listHistoryImports, readHistoryImport, uploadHistoryPiece, importHistory, undoHistoryImport },
  listAudit,
  findAnything,
  ...{ listSavedAddresses, saveAddress, removeSavedAddress },
  ...{ downloadMembers, downloadPayouts, downloadCommissions, downloadReferrals, listDownloads },
  awaitChange,
} as const
