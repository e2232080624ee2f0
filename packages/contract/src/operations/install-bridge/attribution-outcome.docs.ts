import { type Component, text } from '../../lib/openapi-notes.ts'
import { attributionOutcomes, attributionResponseSchema } from './attribution-outcome.ts'

/** The group of the operations by which an app tells of installs. */
export const installBridgeTag = {
  name: 'Install bridge',
  description: 'How an app tells that a shop came or went, and which code its merchant typed.',
}

/** The words on what an app is told after a report. */
export const attributionResponse: Component = {
  schema: attributionResponseSchema,
  description: 'What is known of who brought the shop. Further members may come.',
  members: {
    outcome: {
      description:
        '`attributed`: a member brought the shop, and now has a referral. `already_referred`: it has one, which this ' +
        'report did not change. `candidate`: a member is named, and the install is not known yet. `existing_shop`: the ' +
        'shop had the app before. `case`: a person decides. `unattributed`: nothing that counts names a member; `reason` ' +
        'says why. `recorded`: it was an uninstall. Further values may come.',
      examples: attributionOutcomes,
    },
    reason: text(
      'Why it is so, as a code such as `unknown_code` or `outside_window`; null where there is none.',
    ),
    referralId: text('The referral of the shop; null without one.'),
  },
}

/** The words on members that both reports have. */
export const reportMembers = {
  appId: text("The id of the caller's app. Another workspace's is denied."),
  myshopifyDomain: text("The shop's permanent domain, such as `example-shop.myshopify.com`."),
}
