import { listCollections } from '@affiliate-platform/platform/collections'
import { flag, type NounPlan } from '../command-line/act.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { list } from '../command-line/list-command.ts'
import { parseShopDomain, parseText } from '../command-line/parse-value.ts'
import { appOption } from '../sales/app-option.ts'

/** `collections list`. */
export const collectionsCommands: NounPlan = {
  name: 'collections',
  description: 'list what was collected from referred shops and taken back',
  commands: [
    list<{ app?: string; shop?: string }>()({
      description: "list an app's collections by their source's ids, each in its latest revision",
      examples: ['collections list', 'collections list --shop a.myshopify.com --json'],
      options: [appOption, flag('--shop <domain>', 'only those of this shop', parseShopDomain)],
      parseAfter: parseText,
      find: async ({ database, workspaceId, flags, page }) => {
        const appId = await chooseApp(database, workspaceId, flags.app)
        return await listCollections(database, { workspaceId, appId, shopDomain: flags.shop }, page)
      },
      toAfter: ({ platformId }) => platformId,
    }),
  ],
}
