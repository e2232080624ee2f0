import { Table, Text } from '@mantine/core'
import { formatTime, type State } from '../texts.ts'
import { StateBadge } from './state-badge.tsx'

interface SentCellsProps {
  readonly state: State
  readonly sent: {
    /** What came of it, in words. */
    readonly outcome: string | null
    readonly createdAt: string
    readonly nextAttemptAt: string | null
    readonly attempts: number
  }
  /** What the time is called. */
  readonly timeLabel: string
}

/** What came of something that is sent, with when it is tried again, and when it was made. */
export function SentCells({ state, sent, timeLabel }: SentCellsProps) {
  const { outcome, createdAt, nextAttemptAt, attempts } = sent
  return (
    <>
      <Table.Td data-label="State">
        <div>
          <StateBadge state={state} />
          <Text size="xs" c="dimmed" mt={4}>
            {outcome}
            {nextAttemptAt !== null && attempts > 0 && `; again at ${formatTime(nextAttemptAt)}`}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label={timeLabel}>
        <div style={{ minWidth: 100 }}>{formatTime(createdAt)}</div>
      </Table.Td>
    </>
  )
}
