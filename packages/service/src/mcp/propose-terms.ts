import {
  limits,
  operations,
  type SavedTermsRules,
  saveTermsRequestSchema,
  termsVersionSchema,
  toSavedRules,
} from '@affiliate-platform/contract'
import { accessDenied, canonicalJson, checkBusinessRules } from '@affiliate-platform/contract/server'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { findTermsInForce } from '@affiliate-platform/platform/terms'
import * as z from 'zod'
import { appIdSchema } from './operation-tools.ts'
import { runForApp } from './run-for-app.ts'
import { defineTool, readOnly, type ToolRequest } from './tool.ts'

const { rules, effectiveAt } = saveTermsRequestSchema.shape

const proposal = {
  appId: appIdSchema,
  membershipId: z.guid().toLowerCase().describe("A membership of the app's."),
  rules,
  effectiveAt: z.optional(effectiveAt).describe('When they would take effect. Default: at once.'),
}

const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(limits.idempotencyKeyCharactersMax)
  .optional()
  .describe(
    'With it the terms are saved, once: a retry with the same key and arguments saves nothing again. Without it nothing is saved.',
  )

/** Terms that a caller proposes; they are saved where there is a key of the action. */
interface Proposal extends z.output<typeof saveTermsRequestSchema> {
  readonly appId: string
  readonly membershipId: string
  readonly idempotencyKey?: string | undefined
}

const outcome = z.object({
  effectiveAt: z.iso.datetime().describe('When they take effect.'),
  current: z
    .object({
      termsVersionId: z.guid(),
      of: z.string().describe('Whose terms: membership, group or program.'),
    })
    .nullable()
    .describe('What applied at that time before this call; null if nothing did.'),
  changes: z
    .array(z.object({ member: z.string(), before: z.unknown(), after: z.unknown() }))
    .describe('The members of the rules that differ; before is null if nothing applied.'),
  saved: z.boolean(),
  replayed: z.boolean().describe('Whether an earlier call with this idempotencyKey saved them.'),
  version: z.nullable(termsVersionSchema).describe('The saved version; null if nothing was saved.'),
})

const words = {
  name: 'propose_terms',
  title: 'Propose terms',
  output: outcome,
}

/** For a key that may not save: it checks and compares. */
export const proposeTermsTool = defineTool({
  ...words,
  description:
    'Checks terms for a membership, first their form and then the business rules, and shows what would change. It saves nothing: an operator does.',
  input: z.strictObject(proposal),
  run: (request, input) => propose(request, input),
})

/** The same for a key that may save. What is saved is a new version: nothing that exists is changed. */
export const saveProposedTermsTool = defineTool({
  ...words,
  description:
    'Checks terms for a membership, first their form and then the business rules, and shows what would change. With an idempotencyKey it also saves them, as a new version for future referrals.',
  input: z.strictObject({ ...proposal, idempotencyKey: idempotencyKeySchema }),
  annotations: { ...readOnly, readOnlyHint: false },
  run: (request, input) => propose(request, input),
})

async function propose(request: ToolRequest, input: Proposal): Promise<z.input<typeof outcome>> {
  const { context, caller } = request
  const { membershipId, idempotencyKey } = input
  const { workspaceId } = caller
  const membership = await findMembership(context.database, { workspaceId, id: membershipId })
  if (membership?.appId !== input.appId) throw accessDenied()
  const nowMs = context.nowMs ?? (await readDatabaseTime(context.database)).getTime()
  const body = { rules: input.rules, ...(input.effectiveAt && { effectiveAt: input.effectiveAt }) }
  // The write checks by itself, after it has looked for an earlier call.
  if (idempotencyKey === undefined) checkBusinessRules(operations.saveTerms, body, nowMs)
  const askedMs = input.effectiveAt ? Date.parse(input.effectiveAt) : nowMs
  // Of an instant after 9998, which is rejected where terms are saved, the database need not understand the text.
  const effectiveAtMs = Math.min(Math.max(askedMs, nowMs), Date.UTC(9999))
  const current = await findTermsInForce(context.database, { workspaceId, membershipId }, effectiveAtMs)
  const change = {
    effectiveAt: new Date(effectiveAtMs).toISOString(),
    current: current ? { termsVersionId: current.id, of: current.targetKind } : null,
    changes: compare(current?.rules, toSavedRules(input.rules)),
  }
  if (idempotencyKey === undefined) return { ...change, saved: false, replayed: false, version: null }
  const { value, headers = {} } = await runForApp(request, {
    operation: operations.saveTerms,
    appId: input.appId,
    content: { pathId: membershipId, parameters: [], json: body, idempotencyKey },
  })
  const version = termsVersionSchema.parse(value)
  const replayed = 'Idempotency-Replayed' in headers
  return { ...change, effectiveAt: version.effectiveAt, saved: true, replayed, version }
}

function compare(before: SavedTermsRules | undefined, after: SavedTermsRules) {
  const old: Readonly<Record<string, unknown>> = { ...before }
  return Object.entries(after)
    .filter(([member, value]) => before === undefined || canonicalJson(old[member]) !== canonicalJson(value))
    .map(([member, value]) => ({ member, before: old[member] ?? null, after: value }))
}
