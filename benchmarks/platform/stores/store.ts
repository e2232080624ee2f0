import type { KeyObject } from 'node:crypto'
import type { Credential } from '../credential.ts'
import type { RowPosition } from '../cursor.ts'
import type { ListQuery } from '../query.ts'
import type { QuotaWindow } from '../quota.ts'
import type { ListedRow } from '../summaries.ts'
import type { TermsWrite } from '../terms.ts'

/** A page of rows and what it cost of the quota. */
export interface ListedPage {
  readonly window: QuotaWindow
  readonly rows: readonly ListedRow[]
}

/** The response to a terms write. */
export interface SavedTerms {
  readonly window: QuotaWindow
  readonly body: string
  readonly isReplay: boolean
}

/** How a program talks to the database. All stores keep the same promises; they differ in how often they ask. */
export interface Store {
  /** Authenticates cursors. */
  readonly secret: KeyObject
  findCredential(apiKey: string, nowMs: number): Promise<Credential | undefined>
  /** Counts a request that comes to nothing else. */
  admit(credential: Credential): Promise<QuotaWindow>
  /** @throws Rejection over the quota, and for a record of another owner */
  listPage(credential: Credential, query: ListQuery, after: RowPosition | undefined): Promise<ListedPage>
  /** @throws Rejection as above, for a reused key and for broken rules */
  saveTerms(credential: Credential, write: TermsWrite): Promise<SavedTerms>
  close(): Promise<void>
}

/** What makes a store: the database's URL. */
export type OpenStore = (databaseUrl: string) => Promise<Store>
