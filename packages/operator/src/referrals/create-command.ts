import {
  createReferral,
  type EvidenceKind,
  evidenceKinds,
  findReferral,
  type NewReferral,
  type ReferralRejection,
} from '@affiliate-platform/platform/referrals'
import { Option } from 'commander'
import { flag, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseShopDomain, parseText, parseTimeMs } from '../command-line/parse-value.ts'
import { readTermsFile } from '../command-line/read-terms-file.ts'
import { recordFlag } from '../command-line/record-name.ts'

interface CreateFlags {
  readonly membership: string
  readonly shop: string
  readonly installedAt: number
  readonly clickedAt?: number
  readonly evidence?: EvidenceKind
  readonly reason?: string
  readonly contract?: string
}

export const referralCreateCommand = change<CreateFlags>()({
  name: 'create',
  description: 'refer a shop to a membership, under a copy of the terms in force, and print the id',
  examples: [
    'referrals create --membership "$membership" --shop a.myshopify.com --installed-at 2027-01-31T00:00:00Z',
    'referrals create --membership "$membership" --shop a.myshopify.com --installed-at 2026-01-31T00:00:00Z --contract agreed.json --reason "agreed by mail"',
  ],
  options: [
    recordFlag('membership', 'who brought the shop').makeOptionMandatory(),
    required('--shop <domain>', 'the shop', parseShopDomain),
    required(
      '--installed-at <time>',
      'when it installed the app: a date (00:00 UTC) or an RFC 3339 time',
      parseTimeMs,
    ),
    flag('--clicked-at <time>', "when it followed the membership's link: the same", parseTimeMs),
    new Option('--evidence <kind>', 'how it is known that the membership brought the shop').choices(
      evidenceKinds,
    ),
    flag('--reason <text>', 'why; required for a claim or a contract', parseText),
    flag(
      '--contract <file>',
      'rules agreed before they were saved here, as a terms write; the evidence is then a claim',
    ),
  ],
  toChange: async ({ flags, actor }) => {
    const plan = await toPlan(flags, actor)
    return {
      run: async (database, workspaceId) => {
        const created = await createReferral(database, { ...plan, workspaceId })
        if (!created.ok) throw new OperatorError(rejections[created.rejection])
        const { referralId, isOver } = created
        const referral = await findReferral(database, { workspaceId, referralId })
        const over = ' Its commission period is already over: it earns nothing. See referrals show.'
        return {
          value: referralId,
          record: { ...referral, warnings: isOver ? ['term_over'] : [] },
          message: `${flags.shop} was referred.${isOver ? over : ''}`,
        }
      },
    }
  },
})

async function toPlan(flags: CreateFlags, actor: string): Promise<Omit<NewReferral, 'workspaceId'>> {
  const { membership, shop, installedAt, clickedAt, evidence, reason, contract } = flags
  const body = contract === undefined ? undefined : await readTermsFile(contract)
  const effectiveAtMs = body?.effectiveAt === undefined ? undefined : Date.parse(body.effectiveAt)
  return {
    membershipId: membership,
    shopDomain: shop,
    installedAtMs: installedAt,
    clickedAtMs: clickedAt,
    evidence,
    reason,
    actor,
    contract: body && { rules: body.rules, effectiveAtMs },
  }
}

const rejections: Readonly<Record<ReferralRejection, string>> = {
  unknown_membership: 'The workspace has no such membership. See memberships list.',
  membership_not_active: 'The membership is suspended or closed. See memberships reopen.',
  program_closed: 'The program is closed. See programs reopen.',
  shop_referred_already: 'The shop has already been referred. See referrals list --search.',
  no_terms_in_force:
    'No terms were in force for the membership at the click, or at the install if there was no click. See terms history, or give the rules with --contract.',
  outside_window: 'The time from the click to the install is longer than the terms allow (windowDays).',
  existing_shop: 'The shop had the app before, and the terms do not allow that (allowExistingShops).',
  claim_forbidden_by_membership: 'The membership does not allow manual claims. See memberships update.',
  claim_forbidden_by_group: "The membership's group does not allow manual claims. See groups update.",
  claim_forbidden_by_terms:
    'The terms do not allow manual claims, and neither the membership nor its group overrides them. See memberships update.',
  installed_in_future: '--installed-at: The install is in the future.',
  clicked_in_future: '--clicked-at: The click is in the future.',
  reason_missing: '--reason: Required for a claim and for a contract.',
  agreement_is_claim: '--evidence: With --contract the evidence is a claim. Leave one of them out.',
  rules_rejected: '--contract: The rules break business rules. See terms set, which names them.',
}
