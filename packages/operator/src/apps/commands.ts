import { issueSetupCode } from '@affiliate-platform/platform/api-keys'
import { createApp, listApps, updateApp } from '@affiliate-platform/platform/apps'
import { act, flag, type NounPlan, required } from '../command-line/act.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseHttpsUrl, parseListingUrl, parseServiceUrl, parseSlug } from '../command-line/parse-url.ts'
import { parseText } from '../command-line/parse-value.ts'

interface UpdateFlags {
  readonly name?: string
  /** `false` takes it away. */
  readonly uninstallUrl?: string | false
  /** `false` takes it away. */
  readonly clientId?: string | false
  readonly slug?: string
  readonly listingUrl?: string
}

const uninstallUrlOption = flag(
  '--uninstall-url <url>',
  "the app's own https address for uninstalls",
  parseHttpsUrl,
)
const clientIdOption = flag(
  '--client-id <id>',
  "the app's client id on Shopify; tokens of other apps are rejected",
  parseText,
)

const toChange = (value: string | false | undefined): string | null | undefined =>
  value === false ? null : value

const setupCodeCommand = act<{ readonly url: string }>()({
  name: 'setup-code',
  of: 'app',
  description: "print the line by which the app's developer fetches a workspace key, once, within 15 minutes",
  examples: [
    'apps setup-code "$app" --url https://affiliates.example.com',
    'apps setup-code "$app" --url https://affiliates.example.com --as mia --json',
  ],
  options: [required('--url <url>', 'where the app reaches the service', parseServiceUrl)],
  run: async ({ database, workspaceId, id, flags: { url } }) => {
    const issued = await issueSetupCode(database, { workspaceId, appId: id })
    if (issued === undefined) return undefined
    const line = `npx @affiliate-platform/shopify-recipes login ${issued.code} --url ${url}`
    return { ...issued, url, line }
  },
  value: ({ line }) => line,
  done: ({ appName, expiresAt }) =>
    `Run this line in the folder of ${appName} before ${expiresAt.toISOString()}. It works once: it makes a workspace key and writes it to .env.`,
})

/** `apps create`, `apps update`, `apps list` and `apps setup-code`. */
export const appsCommands: NounPlan = {
  name: 'apps',
  description: 'create, change, list and connect the apps of a workspace',
  commands: [
    act<{ name: string; uninstallUrl?: string; clientId?: string }>()({
      name: 'create',
      description: 'create an app and print its id',
      examples: [
        "apps create --name 'Bright Reviews'",
        "apps create --name 'Bright Reviews' --client-id 3f1c --uninstall-url https://app.example/uninstalled",
      ],
      options: [required('--name <name>', 'what to call it', parseText), uninstallUrlOption, clientIdOption],
      run: ({ database, workspaceId, flags }) => {
        const { name, uninstallUrl = null, clientId = null } = flags
        return createApp(database, { workspaceId, name, uninstallUrl, clientId })
      },
      done: (app) => `App ${app.name} was created.`,
    }),
    act<UpdateFlags>()({
      name: 'update',
      of: 'app',
      description: 'change an app; what is not given stays as it is',
      examples: [
        'apps update "$app" --uninstall-url https://app.example/uninstalled',
        'apps update "$app" --no-uninstall-url',
        `apps update "$app" --slug bright-reviews --listing-url 'https://apps.shopify.com/bright-reviews?mref={code}'`,
      ],
      options: [
        flag('--name <name>', 'what to call it', parseText),
        ...[uninstallUrlOption, flag('--no-uninstall-url', 'watch for no uninstalls')],
        ...[clientIdOption, flag('--no-client-id', 'accept tokens of any app')],
        flag(
          '--slug <name>',
          "what its members' links call it; links that were shared with another one end",
          parseSlug,
        ),
        flag(
          '--listing-url <url>',
          "where its members' links lead; {code} becomes the member's code",
          parseListingUrl,
        ),
      ],
      run: async ({ database, workspaceId, id, flags }) => {
        const { name, uninstallUrl, clientId, slug, listingUrl } = flags
        const given = [name, uninstallUrl, clientId, slug, listingUrl]
        if (given.every((value) => value === undefined)) {
          throw new UsageError(
            'Say what to change: --name, --uninstall-url, --client-id, --slug or --listing-url.',
          )
        }
        const changes = {
          name,
          uninstallUrl: toChange(uninstallUrl),
          clientId: toChange(clientId),
          slug,
          listingUrl,
        }
        const app = await updateApp(database, { workspaceId, id }, changes)
        if (app === 'slug_taken') throw new OperatorError('--slug: Another app has it. Choose another one.')
        return app
      },
      done: (app) => `App ${app.name} was changed.`,
    }),
    list()({
      description: 'list the apps of a workspace, oldest first',
      examples: ['apps list', 'apps list --workspace "$workspace" --json'],
      find: ({ database, workspaceId, page }) => listApps(database, workspaceId, page),
      toAfter: ({ id }) => id,
    }),
    setupCodeCommand,
  ],
}
