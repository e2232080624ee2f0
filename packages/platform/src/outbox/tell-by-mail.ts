import type { MailKind, Role } from '@affiliate-platform/contract/console'
import type { Queryable, Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type AccountKey, roleInForce } from '../people/accounts.ts'
import { selectActingFor } from '../people/membership-people.ts'
import type { PublishedFact } from './published-fact.ts'

const insertStatement: Statement = {
  name: 'mail_insert',
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, kind, data)
    values ($1, $2, $3, $3, $4, $5)`,
}

// To each person who acts for them in the portal; where nobody does, to the address of their payee.
const insertForMemberStatement: Statement = {
  name: 'mail_insert_for_member',
  text: `
    with people as (${selectActingFor('$3')})
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, membership_id, kind, data)
    select $1, $2::uuid, "accountId", "accountId", null, $4, $5::jsonb from people
    union all
    select $1, $2, $3, null, $3, $4, $5 where not exists (select from people)`,
}

const insertForOperatorsStatement: Statement = {
  name: 'mail_insert_for_operators',
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, kind, data)
    select $1, $2, account.id, account.id, $3, $4
    from accounts account
    where account.workspace_id = $1 and ${roleInForce} = any ($5::text[])`,
}

/** Has a person sent a mail, once the transaction is committed. */
export async function tellByMail(
  tx: Queryable,
  { workspaceId, accountId }: AccountKey,
  kind: MailKind,
): Promise<string> {
  const id = newId()
  await tx.query(insertStatement, [workspaceId, id, accountId, kind, '{}'])
  return id
}

/** A mail about a change of an address. */
interface AddressMail {
  readonly kind: Extract<MailKind, `address_${string}`>
  readonly addressChangeId: string
}

/** Has a person sent a mail about a change of their address: which of both it goes to depends on what it is. */
export async function tellAddressByMail(
  tx: Queryable,
  { workspaceId, accountId }: AccountKey,
  { kind, addressChangeId }: AddressMail,
): Promise<void> {
  const data = JSON.stringify({ addressChangeId })
  await tx.query(insertStatement, [workspaceId, newId(), accountId, kind, data])
}

/** Who moves money. */
const finance: readonly Role[] = ['owner', 'finance']

/** Has those sent a mail whom a fact concerns, under the id of the fact's message. */
export function tellFactByMail(
  tx: Transaction,
  workspaceId: string,
  fact: PublishedFact & { readonly id: string },
): void {
  const { id, topic } = fact
  const tellMember = (kind: MailKind, data: { readonly membershipId: string }) =>
    tx.write(insertForMemberStatement, [workspaceId, id, data.membershipId, kind, JSON.stringify(data)])
  if (topic === 'payout.reported') tellMember('payout_reported', fact.data)
  if (topic === 'payout.confirmed') tellMember('payout_confirmed', fact.data)
  if (topic === 'case.decided' && fact.data.kind === 'claim') tellMember('claim_decided', fact.data)
  if (topic === 'payout.disputed') {
    const values = [workspaceId, id, 'payout_disputed', JSON.stringify(fact.data), finance]
    tx.write(insertForOperatorsStatement, values)
  }
}

// Not concerned is whoever has terms of their own, or of their group.
const hasNothingNearer = `
      not exists (
        select from terms_versions nearer
        where nearer.workspace_id = $1 and nearer.target_id in (member.id, member.group_id) and nearer.target_id <> $3
      )`

// Of a member for whom nobody acts, and who has no payee, nobody can be told. The service's role reads no address.
const isReached = `(
        person."accountId" is not null
        or exists (select from payees where workspace_id = $1 and membership_id = member.id)
      )`

// Who acts for several of them is told once.
const toTermsStatement = (kind: string, isConcerned: string): Statement => ({
  name: `mail_insert_for_terms_of_${kind}`,
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, membership_id, kind, data)
    select distinct on (recipient.id)
      $1, $2::uuid, recipient.id, person."accountId", case when person."accountId" is null then member.id end,
      'terms_changed', jsonb_build_object('termsVersionId', $2::uuid, 'membershipId', member.id)
    from memberships member
    left join lateral (${selectActingFor('member.id')}) person on true
    cross join lateral (select coalesce(person."accountId", member.id) as id) recipient
    where member.workspace_id = $1 and ${isConcerned} and ${isReached}
    order by recipient.id, member.id`,
})

const termsStatements = {
  membership: toTermsStatement('membership', 'member.id = $3'),
  group: toTermsStatement('group', `member.group_id = $3 and ${hasNothingNearer}`),
  program: toTermsStatement('program', `member.program_id = $3 and ${hasNothingNearer}`),
}

/** Has the members sent a mail to whom a version of terms applies. */
export function tellTermsByMail(
  tx: Transaction,
  workspaceId: string,
  version: { readonly id: string; readonly kind: keyof typeof termsStatements; readonly targetId: string },
): void {
  tx.write(termsStatements[version.kind], [workspaceId, version.id, version.targetId])
}
