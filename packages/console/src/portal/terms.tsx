import { listMemberDifferences, type Rules } from '@affiliate-platform/contract/console'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../parts/loaded.tsx'
import { formatBeginning } from '../texts.ts'
import { call } from './api.ts'
import { Sentences } from './sentences.tsx'
import { useMemberId } from './session.ts'

/** The terms for shops that are referred from now on, and those that come after them. */
export function Terms() {
  const memberId = useMemberId()
  const query = useQuery({
    queryKey: ['terms', memberId],
    queryFn: () => call('readOwnTerms', { id: memberId }),
  })
  return (
    <section className="card" aria-labelledby="terms">
      <Title order={2} size={16} id="terms" mb="xs">
        Your terms
      </Title>
      <Loaded query={query}>
        {({ rules, next }) => (
          <>
            {rules === null ? (
              <Text>There are none yet. Ask the program’s team.</Text>
            ) : (
              <>
                <Sentences rules={rules} />
                <Text size="xs" c="dimmed" mt="xs">
                  These terms count for shops that you refer from now on. A shop keeps the terms of the day on
                  which it was referred: see Links.
                </Text>
              </>
            )}
            {next.map(({ from, rules: later }, index) => {
              const before = index === 0 ? rules : (next[index - 1]?.rules ?? null)
              return (
                <div key={from}>
                  <Title order={3} size={14} mt="md" mb={4}>
                    From {formatBeginning(from)} on
                  </Title>
                  {before === null ? <Sentences rules={later} /> : <Changes before={before} after={later} />}
                </div>
              )
            })}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Changes({ before, after }: { readonly before: Rules; readonly after: Rules }) {
  return (
    <ul className="sentences">
      {listMemberDifferences(before, after).map(({ name, value, was }) => (
        <li key={name}>
          {name}: {value}, instead of {was}
        </li>
      ))}
    </ul>
  )
}
