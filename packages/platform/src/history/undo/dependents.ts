import type { Queryable, Statement } from '../../database/statements/database.ts'
import { paymentFactKinds } from '../../payouts/payment-fact-kinds.ts'
import type { HistoryScope } from '../store.ts'

/** What can depend on an import, as people are told. */
export const dependentTexts = {
  import: 'a later import, which is undone first',
  payout: 'a payout that pays what was imported',
  commission: 'a commission of a member who was imported',
  referral: 'a referral that has earned, or is a member’s who was imported',
  membership: 'a member of a program that was imported',
  group: 'a group of a program that was imported',
  link: 'a link that was followed, or is a member’s who was imported',
  evidence: 'evidence of who brought a shop',
  terms_version: 'terms that were set since',
  contract_proposal: 'a proposal of another contract',
  payee: 'how a member is paid, said since',
  payment: 'a payout that was imported, and of whose payment something was said here',
  taken_back: 'a commission of an earlier import that this one took back',
  ended: 'a referral of an earlier import that this one ended',
} as const

/** Something here that is about what an import has brought, and came later. */
export interface Dependent {
  readonly kind: keyof typeof dependentTexts
  readonly id: string
}

// How many of a kind are named.
const namedMax = 20

// Values of all: workspace, app, source, import.
const isMade = (kind: string, column: string): string => `exists (
        select from history_records made
        where made.workspace_id = $1 and made.app_id = $2 and made.source = $3 and made.import_id = $4
          and made.kind = '${kind}' and made.record_id = ${column}
      )`

// What some import has brought: a later one is named itself, and one that was undone has closed it.
const isImported = (kind: string, column: string): string => `exists (
        select from history_records known
        where known.workspace_id = $1 and known.app_id = $2 and known.source = $3 and known.kind = '${kind}'
          and known.record_id = ${column}
      )`

const endedAt = '(select created_at from history_import_ends where workspace_id = $1 and import_id = $4)'

const isUndone = (importId: string): string => `exists (
        select from history_import_undos undo where undo.workspace_id = $1 and undo.import_id = ${importId}
      )`

// An app has one import at a time: what was done since the one before it ended was done by this one.
const isDone = (column: string): string => `${column} <= ${endedAt} and ${column} > coalesce(
        (
          select max(ended.created_at) from history_import_ends ended
          join history_imports other on other.workspace_id = $1 and other.id = ended.import_id
          where ended.workspace_id = $1 and other.app_id = $2 and ended.created_at < ${endedAt}
        ),
        '-infinity'
      )`

const isOfAnother = (kind: string, column: string): string => `exists (
        select from history_records known
        where known.workspace_id = $1 and known.app_id = $2 and known.source = $3 and known.import_id <> $4
          and known.kind = '${kind}' and known.record_id = ${column} and not ${isUndone('known.import_id')}
      )`

/** Where things of a kind are: in a table, under an id of it. */
type Place = readonly [kind: Dependent['kind'], table: string, id?: string]

const find = ([kind, table, id = 'id']: Place, ...conditions: readonly string[]): Statement => ({
  name: `history_undo_find_${kind}_${table}_${id}`,
  isSlow: true,
  text: `
    select distinct '${kind}' as kind, found.${id} as id from ${table} found
    where found.workspace_id = $1
      and ${conditions.join('\n      and ')}
    order by found.${id}
    limit ${namedMax}`,
})

const isLater = `found.created_at > ${endedAt}`
const ofMember = isMade('member', 'found.membership_id')
const ofProgram = isMade('program', 'found.program_id')
const ofReferral = isMade('referral', 'found.referral_id')

// What is said of a payout here. Reports are imported, and what ends a confirmation or a dispute follows one that is found.
const ofPayments = Object.entries(paymentFactKinds)
  .filter(([kind, { ends }]) => kind !== 'report' && (ends === null || ends === 'report'))
  .map(([, { table }]) => table)

const statements: readonly Statement[] = [
  find(
    ['import', 'history_imports'],
    ...['found.app_id = $2', 'found.source = $3', 'found.id <> $4', `not ${isUndone('found.id')}`],
    `(
        select created_at from history_import_ends where workspace_id = $1 and import_id = found.id
      ) > ${endedAt}`,
  ),
  find(
    ['payout', 'commissions', 'payout_id'],
    ...['found.payout_id is not null', isMade('commission', 'found.id')],
    `not ${isImported('payout', 'found.payout_id')}`,
  ),
  find(['commission', 'commissions'], `found.cause <> 'imported'`, ofMember),
  // Of a member who was imported before, too.
  find(['referral', 'commissions', 'referral_id'], `found.cause <> 'imported'`, ofReferral),
  find(['referral', 'referrals'], ofMember, `not ${isImported('referral', 'found.id')}`),
  find(['membership', 'memberships'], ofProgram, `not ${isImported('member', 'found.id')}`),
  find(['group', 'groups'], ofProgram),
  find(['link', 'links'], ofMember, `not ${isImported('code', 'found.id')}`),
  find(['link', 'clicks', 'link_id'], isMade('code', 'found.link_id')),
  find(['evidence', 'evidence'], ofMember, `not ${isImported('claim', 'found.id')}`),
  find(
    ['terms_version', 'terms_versions'],
    isLater,
    `(${ofProgram} or ${isMade('member', 'found.target_id')})`,
  ),
  find(['contract_proposal', 'contract_proposals'], ofReferral),
  find(['payee', 'payees'], ofMember, isLater),
  ...ofPayments.map((table) => find(['payment', table, 'payout_id'], isMade('payout', 'found.payout_id'))),
  // What it took back or ended of an earlier import cannot be made good: both are done once.
  find(
    ['taken_back', 'commissions', 'reverses'],
    ...['found.app_id = $2', `found.cause = 'imported'`, isDone('found.created_at')],
    isOfAnother('commission', 'found.reverses'),
  ),
  find(
    ['ended', 'referral_voids', 'referral_id'],
    ...[`found.reason like 'ended in %'`, isDone('found.created_at')],
    isOfAnother('referral', 'found.referral_id'),
  ),
]

/** Finds what depends on an import, the first of each kind. */
export async function findDependents(
  tx: Queryable,
  { workspaceId, appId, source, importId }: HistoryScope,
): Promise<readonly Dependent[]> {
  const values = [workspaceId, appId, source, importId]
  const found: Dependent[] = []
  for (const statement of statements) found.push(...(await tx.query<Dependent>(statement, values)))
  return found
}
