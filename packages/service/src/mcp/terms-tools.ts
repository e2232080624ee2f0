import {
  headerNames,
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

const terms = z.strictObject({
  appId: appIdSchema,
  membershipId: z.guid().toLowerCase().describe("A membership of the app's."),
  rules,
  effectiveAt: z.optional(effectiveAt).describe('When they are to take effect. Default: at once.'),
})

type Terms = z.output<typeof terms>

const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(limits.idempotencyKeyCharactersMax)
  .describe('Names this action: a retry with the same key and arguments saves nothing again.')

const change = {
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
}

/** Checks terms and compares them with those in force. It saves nothing. */
export const checkTermsTool = defineTool({
  name: 'check_terms',
  title: 'Check terms',
  description:
    'Checks terms for a membership, first their form and then the business rules, and shows what would change. It saves nothing.',
  input: terms,
  output: z.object(change),
  async run(request, input) {
    const { nowMs, ...found } = await findChange(request, input)
    checkBusinessRules(operations.saveTerms, toBody(input), nowMs)
    return found
  },
})

/** Saves terms. What is saved is a new version: nothing that exists is changed. */
export const saveTermsTool = defineTool({
  name: 'save_terms',
  title: 'Save terms',
  description:
    'Saves terms for a membership as a new version, for future referrals, after the checks of check_terms. Shows what has changed.',
  input: terms.extend({ idempotencyKey }),
  output: z.object({
    ...change,
    replayed: z.boolean().describe('Whether an earlier call with this idempotencyKey saved them.'),
    version: termsVersionSchema,
  }),
  annotations: { ...readOnly, readOnlyHint: false },
  async run(request, input) {
    const { nowMs: _nowMs, ...found } = await findChange(request, input)
    // The write checks by itself, after it has looked for an earlier call.
    const { value, headers = {} } = await runForApp(request, {
      operation: operations.saveTerms,
      appId: input.appId,
      content: {
        pathId: input.membershipId,
        parameters: [],
        json: toBody(input),
        idempotencyKey: input.idempotencyKey,
      },
    })
    const version = termsVersionSchema.parse(value)
    const replayed = headerNames.idempotencyReplayed in headers
    return { ...found, effectiveAt: version.effectiveAt, replayed, version }
  },
})

/** As the operation takes them. */
const toBody = ({ rules, effectiveAt }: Terms) => ({ rules, ...(effectiveAt && { effectiveAt }) })

/**
 * What terms change for a membership.
 *
 * @throws ServiceError `access_denied` for a membership of another app
 */
async function findChange({ context, caller: { workspaceId } }: ToolRequest, input: Terms) {
  const { membershipId } = input
  const membership = await findMembership(context.database, { workspaceId, id: membershipId })
  if (membership?.appId !== input.appId) throw accessDenied()
  const nowMs = context.nowMs ?? (await readDatabaseTime(context.database)).getTime()
  const askedMs = input.effectiveAt ? Date.parse(input.effectiveAt) : nowMs
  // Of an instant after 9998, which is rejected where terms are saved, the database need not understand the text.
  const effectiveAtMs = Math.min(Math.max(askedMs, nowMs), Date.UTC(9999))
  const current = await findTermsInForce(context.database, { workspaceId, membershipId }, effectiveAtMs)
  return {
    nowMs,
    effectiveAt: new Date(effectiveAtMs).toISOString(),
    current: current ? { termsVersionId: current.id, of: current.targetKind } : null,
    changes: compare(current?.rules, toSavedRules(input.rules)),
  }
}

function compare(before: SavedTermsRules | undefined, after: SavedTermsRules) {
  const old: Readonly<Record<string, unknown>> = { ...before }
  return Object.entries(after)
    .filter(([member, value]) => before === undefined || canonicalJson(old[member]) !== canonicalJson(value))
    .map(([member, value]) => ({ member, before: old[member] ?? null, after: value }))
}
