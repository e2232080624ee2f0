import { createRecordSource } from '../records/create-record-source.ts'
import { boundedListSql, instantSql, objectSql, programNameSql } from '../records/wire-sql.ts'
import { latestEvidence, referralStatus } from './referral-status.ts'

const recorded = (fact: string) => ({ createdAt: instantSql(`${fact}.created_at`), actor: `${fact}.actor` })

const ofReferral = (fact: string): string => `${fact}.workspace_id = $1 and ${fact}.referral_id = record.id`

const evidenceFacts = boundedListSql({
  entry: {
    kind: 'fact.kind',
    at: instantSql('fact.occurred_at'),
    reason: 'fact.reason',
    ...recorded('fact'),
  },
  from: `referral_evidence fact where ${ofReferral('fact')}`,
  order: 'fact.id',
})

const contracts = boundedListSql({
  entry: {
    id: 'contract.id',
    appliesFrom: instantSql('contract.applies_from'),
    termsVersionId: 'contract.terms_version_id',
    proposalId: 'contract.proposal_id',
    reason: 'contract.reason',
    ...recorded('contract'),
    rules: 'contract.rules',
  },
  from: `referral_contracts contract where ${ofReferral('contract')}`,
  order: 'contract.applies_from, contract.id',
})

/** Reads a referral with its contracts and evidence. */
export const referralRecord = createRecordSource('getReferral', {
  table: 'referrals',
  members: {
    id: 'record.id',
    kind: "'referrals'",
    appId: 'record.app_id',
    programId: 'record.program_id',
    groupId: 'record.group_id',
    membershipId: 'record.membership_id',
    name: programNameSql('record.program_id'),
    status: referralStatus('record', 'clock.now'),
    shopDomain: 'record.shop_domain',
    installedAt: instantSql('record.installed_at'),
    evidence: latestEvidence('record'),
    createdAt: instantSql('record.created_at'),
    evidenceFacts,
    contracts,
    voided: `(
      select ${objectSql({ reason: 'void.reason', ...recorded('void') })}
      from referral_voids void where ${ofReferral('void')}
    )`,
  },
})
