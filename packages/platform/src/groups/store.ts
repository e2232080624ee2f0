export interface Group {
  readonly id: string
  readonly workspaceId: string
  readonly appId: string
  readonly programId: string
  readonly name: string
  /** Whether shops may be claimed by hand; null leaves it to the terms. */
  readonly allowManualClaims: boolean | null
  readonly createdAt: Date
}

/** What is read of a group, as SQL. */
export const groupColumns = `
      id, workspace_id as "workspaceId", app_id as "appId", program_id as "programId", name,
      allow_manual_claims as "allowManualClaims", created_at as "createdAt"`
