import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { toWord } from '../to-word.ts'
import { ResultRows } from './result-rows.tsx'
import { useResults } from './results.tsx'
import { ResultsCard } from './results-card.tsx'
import { SameAs } from './same-as.tsx'

/** Records what a bank or payment service says of the payments: looked at first, then recorded. */
export function ResultForm() {
  const [file, setFile] = useState<File>()
  const [method, setMethod] = useState('')
  const results = useResults(async () => (await file?.text()) ?? '', method)
  const { send, change } = results
  return (
    <div className="columns">
      <div>
        {send.data === undefined ? (
          <Text c="dimmed">
            A CSV with the columns reference, amount and currency, and, if you know them, transaction, paid_at
            and status. The reference is the one in the file that you have paid by. Nothing is recorded before
            you have seen what comes of each row.
          </Text>
        ) : (
          <ResultRows results={send.data} />
        )}
      </div>
      <ResultsCard
        title="Record results"
        check="Check file"
        isReady
        results={results}
        fields={
          <>
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
          </>
        }
        command={
          <SameAs
            command={`payouts import-results ${toWord(file?.name ?? 'results.csv')} --method ${toWord(method || 'paypal')}`}
          />
        }
      />
    </div>
  )
}
