/** A way to rewrite history, as a row of the guide. */
export interface Way {
  /** As the guide calls it. */
  readonly name: string
  /** As somebody with the rights of the owner does it, and with the rights of the service's role, as far as they go. */
  readonly sql: string
  /** The table whose triggers the owner takes off meanwhile. */
  readonly table?: string
  /** What the role of the guide comes to. */
  readonly byRole: 'refused' | 'dated now' | 'done'
  /** What sees it. */
  readonly seenBy: 'verify' | 'witness' | 'neither'
  /** The part of `verify` that names it. */
  readonly kind?: 'facts' | 'stray' | 'sums' | 'anchor' | 'anchoring' | 'told' | 'definitions'
  /** Whether it is done before the fact is anchored. */
  readonly isEarly?: boolean
  /** What puts the database right again for others. */
  readonly undo?: string
}

const ofOurs = `workspace_id = current_setting('test.workspace')::uuid`

const lastAnchor = `(select max(number) from fact_anchors where ${ofOurs})`

/** Terms, which the role may insert, with times of its own. */
const insertTerms = (times: string): string => `
  insert into terms_versions
  select (jsonb_populate_record(
    version, jsonb_build_object('id', gen_random_uuid(), 'supersedes', null, 'created_at', now()) || ${times}
  )).*
  from terms_versions version where ${ofOurs} limit 1`

// Makes the last anchor of terms anew, and with it the end of the chain, by the functions of the database.
const chainAnew = `
  alter table fact_anchors disable trigger user;
  update fact_anchors anchor
  set digests = facts.digests, chain = anchor_chain(
    (select chain from fact_anchors before where before.workspace_id = anchor.workspace_id and before.number = anchor.number - 1),
    anchor.number, anchor.fact, anchor.to_time, facts.digests
  )
  from (
    select string_agg(digest, ''::bytea order by digest) as digests
    from fact_anchors of_terms, fact_digests('terms_versions', of_terms.from_time, of_terms.to_time, of_terms.workspace_id)
    where of_terms.${ofOurs} and of_terms.number = ${lastAnchor}
  ) facts
  where anchor.${ofOurs} and anchor.number = ${lastAnchor}`

/** Each way that the guide names, in its order. */
export const waysToRewrite: readonly Way[] = [
  {
    name: 'A fact is changed',
    table: 'terms_versions',
    sql: `update terms_versions set effective_at = '2020-01-01Z' where ${ofOurs}`,
    byRole: 'refused',
    seenBy: 'verify',
    kind: 'facts',
  },
  {
    name: 'A fact is deleted',
    table: 'terms_versions',
    sql: `delete from terms_versions where ${ofOurs}`,
    byRole: 'refused',
    seenBy: 'verify',
    kind: 'facts',
  },
  {
    name: 'A fact is added to a time that is anchored',
    table: 'terms_versions',
    sql: insertTerms(`jsonb_build_object('recorded_at', version.recorded_at)`),
    byRole: 'dated now',
    seenBy: 'verify',
    kind: 'facts',
  },
  {
    name: 'A fact is added to a time that is never anchored',
    table: 'terms_versions',
    sql: insertTerms(`'{"recorded_at": "1969-01-01Z"}'`),
    byRole: 'dated now',
    seenBy: 'verify',
    kind: 'stray',
  },
  {
    name: 'A fact of today is dated back',
    sql: insertTerms(`'{"created_at": "2020-01-01Z", "effective_at": "2020-01-01Z"}'`),
    byRole: 'done',
    seenBy: 'verify',
    kind: 'told',
  },
  {
    name: 'The sums of a payout are changed',
    table: 'payouts',
    sql: `update payouts set reported_minor = 1, claimed_minor = 1 where ${ofOurs}`,
    byRole: 'refused',
    seenBy: 'verify',
    kind: 'sums',
  },
  {
    name: 'An anchor is changed or left out',
    table: 'fact_anchors',
    sql: `delete from fact_anchors where ${ofOurs} and number = ${lastAnchor} - 1`,
    byRole: 'refused',
    seenBy: 'verify',
    kind: 'anchor',
  },
  {
    name: 'The time that is anchored is set ahead, past facts of now',
    sql: `${insertTerms(`'{}'`)}; update fact_anchoring set anchored_until = clock_timestamp()`,
    byRole: 'refused',
    seenBy: 'verify',
    kind: 'stray',
    isEarly: true,
  },
  {
    name: 'The time that is anchored is set to one to come',
    sql: `update fact_anchoring set anchored_until = '2090-01-01Z'`,
    byRole: 'refused',
    seenBy: 'verify',
    kind: 'anchoring',
    undo: 'update fact_anchoring set anchored_until = clock_timestamp()',
  },
  {
    name: 'A table is no longer anchored',
    sql: `
      set local session_replication_role = replica;
      delete from fact_tables where name = 'terms_versions'`,
    byRole: 'refused',
    seenBy: 'verify',
    kind: 'definitions',
    undo: `insert into fact_tables values ('terms_versions')`,
  },
  {
    name: 'A trigger, function, view or rule is changed',
    sql: 'alter table terms_versions disable trigger insert_only',
    byRole: 'refused',
    seenBy: 'verify',
    kind: 'definitions',
    undo: 'alter table terms_versions enable trigger insert_only',
  },
  {
    name: 'The end of the chain is cut off, with its facts',
    table: 'terms_versions',
    sql: `
      alter table fact_anchors disable trigger user;
      delete from terms_versions where ${ofOurs};
      delete from fact_anchors where ${ofOurs} and number = ${lastAnchor};
      alter table fact_anchors enable trigger user`,
    byRole: 'refused',
    seenBy: 'witness',
    kind: 'anchor',
  },
  {
    name: 'A fact is changed, and the chain is made anew',
    table: 'terms_versions',
    sql: `
      update terms_versions set effective_at = '2020-01-01Z' where ${ofOurs};
      ${chainAnew};
      alter table fact_anchors enable trigger user`,
    byRole: 'refused',
    seenBy: 'witness',
    kind: 'anchor',
  },
  {
    name: 'A fact is changed before it is anchored',
    table: 'terms_versions',
    sql: `update terms_versions set effective_at = '2020-01-01Z' where ${ofOurs}`,
    byRole: 'refused',
    seenBy: 'neither',
    isEarly: true,
  },
  {
    name: 'A record that may change is changed without an entry in the audit',
    table: 'memberships',
    sql: `update memberships set member_name = 'Mallory' where ${ofOurs}`,
    byRole: 'refused',
    seenBy: 'neither',
  },
]
