import type { AppFolder } from './app-folder.ts'
import { listConfigurations, type TomlFile } from './app-toml.ts'
import { detectHost, type Host } from './detect-host.ts'
import { draftEnvExample } from './env-example-draft.ts'
import type { AddChoice, Draft } from './host-plan.ts'
import { draftManifest } from './manifest-draft.ts'
import { planExpress } from './plan-express.ts'
import { planRoutes } from './plan-routes.ts'
import { isComplianceElsewhere, subscribeCompliance } from './subscribe-compliance.ts'
import { subscribeWebhook } from './subscribe-webhook.ts'
import { complianceUri, subscriptionFor } from './subscriptions.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

export interface Change {
  readonly path: string
  /** Null for a file that is new. */
  readonly before: string | null
  readonly after: string
}

/** All that is to change, computed before anything is written. */
export interface Plan {
  readonly host: Host
  readonly changes: readonly Change[]
  readonly steps: readonly string[]
}

/**
 * Computes all changes to an app, and writes nothing.
 *
 * @throws UnsupportedAppError for an app that cannot be edited safely
 */
export function planChanges(folder: AppFolder, choice: AddChoice): Plan {
  const host = detectHost(folder)
  const uri = complianceUri(host.framework)
  const configurations = listConfigurations(folder)
  if (configurations.length === 0) throw new UnsupportedAppError('There is no shopify.app.toml here.')
  const hasOwnCompliance = configurations.some((file) => isComplianceElsewhere(file, uri))
  const planHost = host.framework === 'express' ? planExpress : planRoutes
  const { drafts, steps, packages, handlesCompliance, movedFrom } = planHost(host, choice, hasOwnCompliance)
  const subscription = subscriptionFor(host.framework, choice.variant)
  const subscribe = (file: TomlFile): Draft => {
    const text = subscribeWebhook(file, subscription, movedFrom)
    return [file.path, handlesCompliance ? subscribeCompliance({ ...file, text }, uri) : text]
  }
  const all = [
    ...drafts,
    ...configurations.map(subscribe),
    draftEnvExample(folder, choice),
    draftManifest(host, packages),
  ]
  const changes = all
    .map(([path, after]): Change => ({ path, before: folder.read(path), after }))
    .filter(({ before, after }) => before !== after)
  return { host, changes, steps: [...steps, handlesCompliance ? complianceStep : ownComplianceStep] }
}

const complianceStep =
  'Where your app keeps data of customers or shops, give handleCompliance its callbacks: see docs/compliance.md of this package.'
export const ownComplianceStep =
  'The compliance topics were left as they are. To handle them without a session, see docs/compliance.md of this package.'

/** A plan, or why there is none. */
export function planOrReason(plan: () => Plan): Plan | string {
  try {
    return plan()
  } catch (error) {
    if (error instanceof UnsupportedAppError) return error.message
    throw error
  }
}
