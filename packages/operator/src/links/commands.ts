import {
  createLink,
  type LinkRejection,
  type ListedLink,
  listLinks,
} from '@affiliate-platform/platform/links'
import { flag, type NounPlan } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseCode } from '../command-line/parse-url.ts'
import { parseText } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'

const rejections: Readonly<Record<LinkRejection, string>> = {
  unknown_membership: 'The workspace has no such membership. See memberships list.',
  app_without_slug: 'The app has no address for links yet: set --slug and --listing-url with apps update.',
  code_taken: '--code: A member of this app has it already, and keeps it. Choose another one.',
}

const createCommand = change<{ readonly code?: string; readonly label?: string }>()({
  name: 'create',
  of: 'membership',
  description: 'make a link of a membership and print its address on the service; earlier ones go on working',
  examples: [
    'links create "$membership"',
    `links create "$membership" --code mia --label 'newsletter' --as mia`,
  ],
  options: [
    flag('--code <code>', "the last part of the address (default: made from the member's name)", parseCode),
    flag('--label <text>', 'what the member uses it for', parseText),
  ],
  toChange: ({ id: membershipId, flags: { code, label = null }, actor }) => ({
    run: async (database, workspaceId) => {
      const created = await createLink(database, { workspaceId, membershipId, code, label, actor })
      if (!created.ok) throw new OperatorError(rejections[created.rejection])
      const { link, isNew } = created
      return {
        value: link.path ?? link.id,
        record: link,
        message: isNew
          ? `${link.memberName} has this link, behind the address of the service.`
          : `${link.memberName} has this link already; another one takes --code. Nothing was changed.`,
      }
    },
  }),
})

const listCommand = list<{ readonly membership?: string }>()({
  description: 'list the links of members, oldest first, with the clicks and visitors of the last 30 days',
  examples: ['links list', 'links list --membership "$membership" --json'],
  options: [recordFlag('membership', 'only those of this membership')],
  first: ['path', 'memberName', 'clicks'],
  toTableRow: ({ path, memberName, label, clicks, visitors, createdAt }: ListedLink) => ({
    path,
    memberName,
    clicks,
    visitors,
    label,
    createdAt,
  }),
  find: ({ database, workspaceId, flags: { membership: membershipId }, page }) =>
    listLinks(database, { workspaceId, membershipId }, page),
  toAfter: ({ id }) => id,
})

/** `links create` and `links list`. */
export const linksCommands: NounPlan = {
  name: 'links',
  description: 'make and list the links that members share',
  commands: [createCommand, listCommand],
}
