import type { AppFolder } from './app-folder.ts'
import { listConfigurations } from './app-toml.ts'
import { detectPackageManager, type FoundHost, findHost } from './detect-host.ts'
import { variableNames } from './env-example-draft.ts'
import type { AddChoice } from './host-plan.ts'
import { planExpressWork } from './manual-express.ts'
import { planFetchWork, planPlainExpressWork } from './manual-fetch.ts'
import { planRoutesWork } from './manual-routes.ts'
import { type ConfiguredWebhooks, ifUnderstood, type ManualStep, type ManualWork } from './manual-step.ts'
import { ownComplianceStep } from './plan.ts'
import { packageName } from './recipe-names.ts'
import { complianceBlock, isComplianceElsewhere } from './subscribe-compliance.ts'
import { subscriptionBlock } from './subscribe-webhook.ts'
import { complianceUri, subscriptionFor } from './subscriptions.ts'

/** All that `add` would have done, to be done by hand: numbered, with what goes into which file. */
export function formatManualSteps(folder: AppFolder, choice: AddChoice): string {
  const host = findHost(folder) ?? findHost(folder, [['express', 'express']])
  const configurations = listConfigurations(folder)
  const uri = complianceUri(host?.framework)
  const isElsewhere = configurations.some((file) => ifUnderstood(() => isComplianceElsewhere(file, uri)))
  const work = planWork(host, choice, { configurations, isElsewhere })
  const manager = host?.packageManager ?? detectPackageManager(folder, '')
  const packages = [packageName, ...(work.client ? [work.client] : [])].join(' ')
  const names = joinWords(configurations.map(({ path }) => path))
  const topics = work.isComplianceOwn ? 'this topic' : 'these topics'
  const steps: readonly ManualStep[] = [
    {
      title: `Install the package${host?.root ? ` in ${host.root}` : ''}:`,
      code: `${manager} ${manager === 'npm' ? 'install' : 'add'} ${packages}`,
    },
    ...work.steps,
    ...(choice.hasBackfill ? [backfillStep] : []),
    {
      title: `Subscribe in ${names || 'your shopify.app.toml'}, and remove ${topics} from other subscriptions:`,
      code: [
        ...subscriptionBlock({ ...subscriptionFor(host?.framework, choice.variant), uri: work.uri }),
        ...(work.isComplianceOwn ? [] : ['', ...complianceBlock(uri)]),
      ].join('\n'),
    },
    ...(work.isComplianceOwn ? [{ title: ownComplianceStep }] : []),
    { title: 'Set these variables:', code: variableNames(choice).join('\n') },
    { title: 'Check the result:', code: `npx ${packageName} doctor` },
  ]
  const from = folder.start && `Paths are from ${folder.path}.\n\n`
  return from + steps.map(formatStep).join('\n')
}

const joinWords = (words: readonly string[]) => words.join(', ').replace(/, (?=[^,]*$)/, ' and ')

const backfillStep: ManualStep = {
  title: 'For the shops you already have, see docs/backfill.md of this package:',
  code: 'backfillRoute({ … })',
}

function planWork(host: FoundHost | undefined, choice: AddChoice, webhooks: ConfiguredWebhooks): ManualWork {
  const { isElsewhere } = webhooks
  if (host === undefined) return planFetchWork(choice, isElsewhere)
  if (host.framework !== 'express') return planRoutesWork(host, choice, webhooks)
  if (host.dependency === 'express') return planPlainExpressWork(choice, isElsewhere, host.root)
  return planExpressWork(host, choice, isElsewhere)
}

function formatStep({ title, code }: ManualStep, index: number): string {
  const lines =
    code === undefined
      ? []
      : [
          '',
          ...code
            .trimEnd()
            .split('\n')
            .map((line) => line && `     ${line}`),
        ]
  return [`${index + 1}. ${title}`, ...lines, ''].join('\n')
}
