import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRefusal } from '../session.ts'
import { ResultRows } from './result-rows.tsx'
import { RecordResults, useResults } from './results.tsx'
import { SameAs } from './same-as.tsx'

/** Records what a bank or payment service says of the payments: looked at first, then recorded. */
export function ResultForm() {
  const refusal = useRefusal('money:write')
  const [file, setFile] = useState<File>()
  const [method, setMethod] = useState('')
  const toRecord = useResults(async () => (await file?.text()) ?? '', method)
  const { send, change } = toRecord
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
          <RecordResults results={toRecord} />
          <SameAs
            command={`payouts import-results ${file?.name ?? 'results.csv'} --method ${method || 'paypal'}`}
          />
        </Stack>
      </section>
    </div>
  )
}
