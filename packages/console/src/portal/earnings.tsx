import { Group, NativeSelect, Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { call } from './api.ts'
import { EarningRows } from './earning-rows.tsx'
import { Pages } from './pages.tsx'
import { Screen } from './screen.tsx'
import { useMemberId } from './session.ts'
import { earningStates } from './texts.ts'

/** Everything that was earned, each with its reason. */
export function Earnings() {
  const memberId = useMemberId()
  const { asked, StateFilter } = useListFilter(earningStates)
  return (
    <Screen title="Earnings">
      {StateFilter}
      <Pages
        name={['earnings', memberId, asked]}
        read={(cursor) => call('listEarnings', { id: memberId, query: { ...asked, ...cursor } })}
      >
        {(items, isWhole) =>
          items.length === 0 ? (
            <Text c="dimmed">
              {isWhole
                ? 'Nothing yet. Your commission appears here when a shop that you referred pays.'
                : 'None so far. Show more to keep looking.'}
            </Text>
          ) : (
            <section className="card" aria-label="What you earned">
              <EarningRows items={items} />
            </section>
          )
        }
      </Pages>
    </Screen>
  )
}

/** The filters of a list, which the address holds. */
export function useListFilter(states: Readonly<Record<string, { readonly name: string }>>) {
  const [search, setSearch] = useSearchParams()
  const of = (name: string) => search.get(name) ?? ''
  const asked = Object.fromEntries(
    ['status', 'currency'].flatMap((name) => (of(name) === '' ? [] : [[name, of(name)]])),
  )
  const StateFilter = (
    <Group gap="sm">
      <NativeSelect
        aria-label="State"
        value={of('status')}
        onChange={({ currentTarget: { value } }) => {
          if (value === '') search.delete('status')
          else search.set('status', value)
          setSearch(search)
        }}
        data={[
          { value: '', label: 'Every state' },
          ...Object.entries(states).map(([value, { name }]) => ({ value, label: name })),
        ]}
      />
      {of('currency') !== '' && <Text c="dimmed">in {of('currency')}</Text>}
    </Group>
  )
  return { asked, StateFilter }
}
