import { Alert, Button, Checkbox, Text } from '@mantine/core'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { formatMoney, sumByCurrency } from '../money.ts'
import { splitResultFile } from '../result-file.ts'
import { count } from '../texts.ts'
import { Failure } from './loaded.tsx'
import type { Results, Row } from './result-rows.tsx'

interface Order {
  readonly isDryRun: boolean
  /** Whether what looks like a mistake is recorded too. */
  readonly isMeant: boolean
}

/** Payments that are looked at first, then recorded. */
export interface ResultsToRecord {
  readonly send: UseMutationResult<Results, Error, Order>
  /** How many rows were sent. */
  readonly done: number
  readonly isMeant: boolean
  readonly setMeant: (isMeant: boolean) => void
  /** To be called when what is sent changes. */
  readonly change: () => void
}

/** Sends a result file part by part, and says how many rows are done. */
export function useResults(read: () => Promise<string>, method: string): ResultsToRecord {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const [isMeant, setMeant] = useState(false)
  const send = useMutation({
    mutationFn: async (order: Order): Promise<Results> => {
      const { isDryRun } = order
      const rows: Row[] = []
      setDone(0)
      for (const part of splitResultFile(await read())) {
        const { rejected, rows: more } = await call('recordResults', { body: { ...part, ...order, method } })
        rows.push(...more)
        setDone(rows.length)
        if (rejected !== null) return { rejected, rows, isDryRun }
      }
      return { rejected: null, rows, isDryRun }
    },
    onSettled: async (_results, _error, { isDryRun }) => {
      if (!isDryRun) await queries.invalidateQueries()
    },
  })
  const change = () => {
    setMeant(false)
    send.reset()
  }
  return { send, done, isMeant, setMeant, change }
}

/** How far the sending is; and what is recorded by the next press, or was by the last. */
export function RecordResults({
  results: { send, done, isMeant, setMeant },
}: {
  readonly results: ResultsToRecord
}) {
  return (
    <>
      {send.isPending && <Text role="status">{count(done, 'row')} done.</Text>}
      {send.error !== null && <Failure error={send.error} />}
      {send.data !== undefined && (
        <Recording
          results={send.data}
          isMeant={isMeant}
          onMeant={setMeant}
          isPending={send.isPending}
          record={() => send.mutate({ isDryRun: false, isMeant })}
        />
      )}
    </>
  )
}

interface RecordingProps {
  readonly results: Results
  readonly isMeant: boolean
  readonly onMeant: (isMeant: boolean) => void
  readonly isPending: boolean
  readonly record: () => void
}

function Recording({
  results: { rejected, rows, isDryRun },
  isMeant,
  onMeant,
  isPending,
  record,
}: RecordingProps) {
  if (rejected !== null) {
    return (
      <Alert
        color="yellow"
        role="alert"
        title={isDryRun ? 'This file cannot be read' : 'The rest was not recorded'}
      >
        {rejected}
      </Alert>
    )
  }
  const doubts = rows.filter(({ isDoubt }) => isDoubt).length
  const chosen = rows.filter(({ outcome, isDoubt }) => outcome === 'reported' || (isMeant && isDoubt))
  const sums = sumByCurrency(chosen.map(({ amount }) => amount))
  if (!isDryRun) {
    const recorded = rows.filter(({ outcome }) => outcome === 'reported').length
    return (
      <Text role="status" fw={500}>
        {count(recorded, 'payment')} recorded. Members still confirm.
      </Text>
    )
  }
  return (
    <>
      {doubts > 0 && (
        <Checkbox
          checked={isMeant}
          onChange={({ currentTarget }) => onMeant(currentTarget.checked)}
          label={`Record also ${count(doubts, 'payment')} that ${doubts === 1 ? 'looks' : 'look'} like a mistake`}
        />
      )}
      {chosen.length === 0 ? (
        <Text c="dimmed">Nothing to record.</Text>
      ) : (
        <Button
          loading={isPending}
          onClick={record}
          style={{ height: 'auto', minHeight: 36, paddingBlock: 8 }}
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.4 } }}
        >
          Record {count(chosen.length, 'payment')}, {sums.map(formatMoney).join(', ')}
        </Button>
      )}
    </>
  )
}
