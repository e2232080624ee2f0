import { Text, Title } from '@mantine/core'
import { type CaseData, describeEvidence, verdicts } from '../case-texts.ts'
import { formatTime } from '../texts.ts'
import { StateBadge } from './state-badge.tsx'

type Evidence = CaseData['evidence'][number]

/** What is known of how a shop came, in the order of time: its installs, and what names a member. */
export function CaseEvidence({ data }: { readonly data: CaseData }) {
  const { installs, evidence, evidenceId } = data
  const events = [
    ...evidence.map((one) => ({ at: one.at, evidence: one, text: '' })),
    ...installs.flatMap(({ from, until }, index) => [
      { at: from, evidence: undefined, text: index === 0 ? 'Installed the app' : 'Installed the app again' },
      ...(until === null ? [] : [{ at: until, evidence: undefined, text: 'Removed the app' }]),
    ]),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return (
    <section className="card" aria-labelledby="evidence">
      <Title order={2} size={16} id="evidence" mb="sm">
        What happened
      </Title>
      <ol className="timeline">
        {events.map(({ at, evidence: one, text }) => (
          <li key={`${at} ${one?.id ?? text}`} data-is-case={one?.id === evidenceId || undefined}>
            <Text size="xs" c="dimmed">
              {formatTime(at)}
            </Text>
            {one === undefined ? <Text>{text}</Text> : <EvidenceDetails one={one} />}
          </li>
        ))}
      </ol>
      {installs.length === 0 && <Text c="dimmed">The shop has not installed the app yet.</Text>}
    </section>
  )
}

function EvidenceDetails({ one }: { readonly one: Evidence }) {
  const { member, clicks, verdict } = one
  return (
    <>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <b>
          <bdi>{member.name}</bdi>
        </b>
        : {describeEvidence(one)}
      </Text>
      {clicks !== null && (
        <Text size="xs" c="dimmed">
          {clicks.day.toLocaleString('en')} clicks in the day before, {clicks.before.toLocaleString('en')} in
          the 28 days before that
        </Text>
      )}
      <StateBadge state={verdicts[verdict]} />
    </>
  )
}
