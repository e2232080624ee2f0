import type { CommandLine, ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ShellCommand } from './same-as.tsx'

type Steps = NonNullable<ConsoleResponse<'readOverview'>['firstSteps']>

interface Step {
  readonly name: string
  readonly isDone: boolean
  readonly about: ReactNode
  /** What does it, one after the other. */
  readonly commands?: readonly CommandLine[]
}

const createApp: CommandLine = "apps create --name 'YOUR APP'"
const createProgram: CommandLine = "programs create --name 'YOUR PROGRAM'"

const toFieldStep = (isDone: boolean): Step => ({
  name: 'Add the field to your app',
  isDone,
  about: (
    <>
      Your app reports installs, and the code that a merchant types. It needs a{' '}
      <Anchor component={Link} to="/settings/keys" underline="always">
        key of the kind install bridge
      </Anchor>
      . This step is done with the first install.
    </>
  ),
  commands: ["keys create --kind install_bridge --name 'YOUR APP'"],
})

/** The way to the first run, in the order in which one step needs another. */
function listSteps({ appId, programId, membershipId, ...has }: Steps): readonly Step[] {
  const ofApp = (command: CommandLine) => (appId === null ? createApp : command)
  const ofProgram = (command: CommandLine) => ofApp(programId === null ? createProgram : command)
  const createMember = ofProgram(`memberships create --program ${programId} --name 'MEMBER NAME'`)
  return [
    {
      name: 'Connect sales',
      isDone: has.hasSales,
      about:
        appId === null
          ? 'Add your app first. Then import its sales from the Partner API or from files.'
          : 'Import what shops pay for your app from the Partner API, or from files. The token of your Partner API client stands in PARTNER_API_TOKEN, and is kept encrypted.',
      commands: [
        ofApp(`sales connect ${appId} --organization ORGANIZATION_ID --partner-app APP_ID --keep-token`),
      ],
    },
    {
      name: 'Write terms',
      isDone: has.hasTerms,
      about:
        programId === null
          ? 'Create a program first. Its terms say what members earn.'
          : 'Say what members earn, for how long, and the minimum payout.',
      commands: [ofProgram(`terms set --program ${programId} --file terms.json`)],
    },
    {
      name: 'Add a member',
      isDone: membershipId !== null,
      about: 'Members send you shops and are paid for it.',
      commands: [createMember],
    },
    {
      name: 'Share a link',
      isDone: has.hasLink,
      about:
        'Their own link to your listing. Say first where links lead. A shop is theirs once something shows that it came by the link.',
      commands:
        membershipId === null || appId === null
          ? [createMember]
          : [
              `apps update ${appId} --slug YOUR-APP --listing-url 'https://apps.shopify.com/YOUR-APP?mref={code}'`,
              `links create ${membershipId}`,
            ],
    },
    toFieldStep(has.hasInstall),
    {
      name: 'Pay the first run',
      isDone: false,
      about: (
        <>
          See who is paid and who is not, and why:{' '}
          <Anchor component={Link} to="/payouts/run" underline="always">
            preview the run
          </Anchor>
          . This checklist ends with your first run.
        </>
      ),
    },
  ]
}

/** What is to be done until the first payout run; each step is read from what there is. */
export function FirstSteps({ steps }: { readonly steps: Steps }) {
  const all = listSteps(steps)
  const next = all.find(({ isDone }) => !isDone)
  return (
    <section className="card" aria-labelledby="first-steps">
      <Title order={2} size={16} id="first-steps">
        First steps
      </Title>
      <Text size="xs" c="dimmed">
        {all.filter(({ isDone }) => isDone).length} of {all.length} done
      </Text>
      <ol className="steps">
        {all.map(({ name, isDone, about, commands = [] }) => (
          <li key={name} aria-current={name === next?.name ? 'step' : undefined}>
            <details open={name === next?.name}>
              <summary>
                <span className="step-mark" data-done={isDone} aria-hidden="true">
                  {isDone ? '✓' : '○'}
                </span>
                {name}
                <span className="step-state">{isDone ? 'done' : 'to do'}</span>
              </summary>
              <Text c="dimmed" mb="xs">
                {about}
              </Text>
              {!isDone &&
                commands.map((command) => (
                  <ShellCommand key={command} title="Run in a terminal:" command={command} />
                ))}
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}
