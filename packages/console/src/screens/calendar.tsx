import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { Rejected } from '../parts/act.tsx'
import { ActButton } from '../parts/act-button.tsx'
import { Form } from '../parts/form.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { PayeeHold } from '../parts/payee-hold.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRefusal, useSession } from '../session.ts'
import { toWord } from '../to-word.ts'

type CalendarData = ConsoleResponse<'readCalendar'>
type Program = CalendarData['programs'][number]

const daysMax = 31
const dayOptions = [
  { value: '', label: 'No pay day' },
  ...Array.from({ length: daysMax - 1 }, (_, index) => `${index + 1}`).map((day) => ({
    value: day,
    label: day,
  })),
  { value: `${daysMax}`, label: 'Last day of the month' },
]

/** When the days of the workspace begin, and on which of them its members are paid. */
export function Calendar() {
  const query = useQuery({ queryKey: ['calendar'], queryFn: () => call('readCalendar') })
  const refusal = useRefusal('workspace:manage')
  return (
    <Screen title="Calendar">
      <Loaded query={query}>
        {({ timeZone, payeeHoldDays, programs }) => (
          <div className="columns">
            <section className="card" aria-labelledby="pay-days">
              <Title order={2} size={16} id="pay-days" mb={4}>
                Pay days
              </Title>
              <Text c="dimmed" mb="sm">
                A pay day is a reminder; it pays nobody by itself. In shorter months it is the last day.
              </Text>
              {programs.length === 0 && <Text>There is no program yet.</Text>}
              <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
                {programs.map((program) => (
                  <li key={program.id}>
                    <PayDay program={program} isRefused={refusal !== undefined} />
                  </li>
                ))}
              </Stack>
            </section>
            <Stack gap="md">
              <TimeZone key={timeZone} timeZone={timeZone} isRefused={refusal !== undefined} />
              <PayeeHold key={payeeHoldDays} days={payeeHoldDays} isRefused={refusal !== undefined} />
              {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
            </Stack>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

interface PayDayProps {
  readonly program: Program
  readonly isRefused: boolean
}

function PayDay({ program: { id, name, appName, payDay }, isRefused }: PayDayProps) {
  const queries = useQueryClient()
  const saved = payDay === null ? '' : `${payDay}`
  const [day, setDay] = useState(saved)
  const save = useMutation({
    mutationFn: () => call('setPayDay', { id, body: { payDay: day === '' ? null : Number(day) } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <Form submit={() => save.mutate()} gap="xs">
      <Group gap="sm" align="end">
        <NativeSelect
          label={<bdi>{name}</bdi>}
          description={appName}
          value={day}
          disabled={isRefused}
          data={dayOptions}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <ActButton
          type="submit"
          variant="default"
          loading={save.isPending}
          isRefused={isRefused}
          disabled={day === saved}
        >
          Save
        </ActButton>
      </Group>
      {save.error !== null && <Failure error={save.error} />}
      {day !== saved && (
        <SameAs command={`programs update ${id} ${day === '' ? '--no-pay-day' : `--pay-day ${day}`}`} />
      )}
    </Form>
  )
}

interface TimeZoneProps {
  readonly timeZone: string
  readonly isRefused: boolean
}

function TimeZone({ timeZone, isRefused }: TimeZoneProps) {
  const queries = useQueryClient()
  const { workspace } = useSession()
  const [zone, setZone] = useState(timeZone)
  const save = useMutation({
    mutationFn: () => call('setTimeZone', { body: { timeZone: zone } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const zones = [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])]
  return (
    <section className="card" aria-labelledby="time-zone">
      <Title order={2} size={16} id="time-zone" mb={4}>
        Time zone
      </Title>
      <Text c="dimmed" mb="sm">
        Payout days begin at midnight here, and times are shown in this zone.
      </Text>
      <Form submit={() => save.mutate()}>
        <NativeSelect
          aria-label="Time zone"
          value={zone}
          disabled={isRefused}
          data={zones}
          onChange={({ currentTarget }) => setZone(currentTarget.value)}
        />
        <ActButton
          type="submit"
          variant="default"
          style={{ alignSelf: 'start' }}
          loading={save.isPending}
          isRefused={isRefused}
          disabled={zone === timeZone}
        >
          Save time zone
        </ActButton>
        <Rejected why={save.data?.rejected} />
        {save.error !== null && <Failure error={save.error} />}
        {zone !== timeZone && (
          <SameAs command={`workspaces update ${toWord(workspace.id)} --time-zone ${zone}`} />
        )}
      </Form>
    </section>
  )
}
