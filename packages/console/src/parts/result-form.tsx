import { Alert, Button, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api.ts'
import { formatMoney, sumByCurrency } from '../money.ts'
import { splitResultFile } from '../result-file.ts'
import { useRefusal } from '../session.ts'
import { count } from '../texts.ts'
import { Failure } from './loaded.tsx'
import { ResultRows, type Results, type Row } from './result-rows.tsx'
import { SameAs } from './same-as.tsx'

interface Order {
  readonly isDryRun: boolean
  /** Whether what looks like a mistake is recorded too. */
  readonly isMeant: boolean
}

/** Sends a result file part by part, and says how many rows are done. */
function useSending(file: File | undefined, method: string) {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const send = useMutation({
    mutationFn: async (order: Order): Promise<Results> => {
      const { isDryRun } = order
      const rows: Row[] = []
      setDone(0)
      for (const part of splitResultFile((await file?.text()) ?? '')) {
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
  return { send, done }
}

/** Records what a bank or payment service says of the payments: looked at first, then recorded. */
export function ResultForm() {
  const refusal = useRefusal('money:write')
  const [file, setFile] = useState<File>()
  const [method, setMethod] = useState('')
  const [isMeant, setMeant] = useState(false)
  const { send, done } = useSending(file, method)
  const change = () => {
    setMeant(false)
    send.reset()
  }
  const { data: results } = send
  return (
    <div className="columns">
      <div>
        {results === undefined ? (
          <Text c="dimmed">
            A CSV with the columns reference, amount and currency, and, if you know them, transaction, paid_at
            and status. The reference is the one in the file that you have paid by. Nothing is recorded before
            you have seen what comes of each row.
          </Text>
        ) : (
          <ResultRows results={results} />
        )}
      </div>
      <section className="card first" aria-labelledby="results">
        <Stack
          component="form"
          gap="sm"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            send.mutate({ isDryRun: true, isMeant: false })
          }}
        >
          <Title order={2} size={16} id="results">
            Record results
          </Title>
          <TextInput
            type="file"
            accept=".csv,text/csv"
            label="Result file"
            required
            onChange={({ currentTarget }) => {
              setFile(currentTarget.files?.[0])
              change()
            }}
          />
          <TextInput
            label="Paid by"
            placeholder="PayPal"
            required
            maxLength={140}
            value={method}
            onChange={({ currentTarget }) => {
              setMethod(currentTarget.value)
              change()
            }}
          />
          <Button
            type="submit"
            variant={results === undefined ? 'filled' : 'default'}
            loading={send.isPending && send.variables.isDryRun}
            disabled={refusal !== undefined || send.isPending}
            aria-describedby={refusal === undefined ? undefined : 'refusal'}
          >
            Check file
          </Button>
          {refusal !== undefined && (
            <Text size="xs" c="dimmed" id="refusal">
              {refusal}
            </Text>
          )}
          {send.isPending && <Text role="status">{count(done, 'row')} done.</Text>}
          {send.error !== null && <Failure error={send.error} />}
          {results !== undefined && (
            <Recording
              results={results}
              isMeant={isMeant}
              onMeant={setMeant}
              isPending={send.isPending}
              record={() => send.mutate({ isDryRun: false, isMeant })}
            />
          )}
          <SameAs
            command={`payouts import-results ${file?.name ?? 'results.csv'} --method ${method || 'paypal'}`}
          />
        </Stack>
      </section>
    </div>
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
        <Button loading={isPending} onClick={record} style={{ height: 'auto', minHeight: 36 }}>
          Record {count(chosen.length, 'payment')}, {sums.map(formatMoney).join(', ')}
        </Button>
      )}
    </>
  )
}
