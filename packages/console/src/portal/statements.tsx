import { Button, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormRow } from '../parts/form.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { saveFile } from '../parts/save-file.ts'
import { call, download } from './api.ts'
import { useMemberId } from './session.ts'

/** What one gets to file away: a statement of some days. */
export function Statements() {
  const memberId = useMemberId()
  const query = useQuery({ queryKey: ['home', memberId], queryFn: () => call('readHome', { id: memberId }) })
  return (
    <section className="card" aria-labelledby="statement">
      <Title order={2} size={16} id="statement" mb="xs">
        Statement
      </Title>
      <Loaded query={query}>
        {({ balances }) =>
          balances.length === 0 ? (
            <Text c="dimmed">There is none yet: nothing was earned.</Text>
          ) : (
            <StatementForm currencies={balances.map(({ currency }) => currency)} />
          )
        }
      </Loaded>
    </section>
  )
}

function StatementForm({ currencies }: { readonly currencies: readonly string[] }) {
  const memberId = useMemberId()
  const [currency, setCurrency] = useState(currencies[0] ?? '')
  const [{ from, to }, setDays] = useState(findLastMonth)
  const act = useMutation({
    mutationFn: () => download('downloadStatement', { id: memberId, query: { currency, from, to } }),
    onSuccess: (content) => saveFile({ name: `statement-${currency}-${from}-${to}.csv`, content }),
  })
  return (
    <>
      <Text mb="sm">
        Everything that has changed your balance, with the balance before and after, as a file for a
        spreadsheet.
      </Text>
      <FormRow submit={() => act.mutate()} align="end">
        {currencies.length > 1 && (
          <NativeSelect
            label="Currency"
            data={[...currencies]}
            value={currency}
            onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
          />
        )}
        <TextInput
          label="First day"
          type="date"
          required
          max={to}
          value={from}
          onChange={({ currentTarget: { value } }) => setDays({ from: value, to })}
        />
        <TextInput
          label="Last day"
          type="date"
          required
          min={from}
          value={to}
          onChange={({ currentTarget: { value } }) => setDays({ from, to: value })}
        />
        <Button type="submit" variant="default" loading={act.isPending}>
          Download CSV
        </Button>
      </FormRow>
      {act.error !== null && <Failure error={act.error} />}
    </>
  )
}

/** The first and the last day of the month before this one. */
function findLastMonth() {
  const now = new Date()
  const toDay = (month: number, day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, day)).toISOString().slice(0, 10)
  return { from: toDay(now.getUTCMonth() - 1, 1), to: toDay(now.getUTCMonth(), 0) }
}
