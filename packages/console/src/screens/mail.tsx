import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { ActButton } from '../parts/act-button.tsx'
import { ShowMore } from '../parts/app-list.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { MailChoices } from '../parts/mail-choices.tsx'
import { MailTable, mailStateTexts } from '../parts/mail-table.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRefusal, useSession } from '../session.ts'
import { toWord } from '../to-word.ts'

/** How often what came of mail is read anew. */
const everyMs = 5000

/** Who was sent what mail, and what came of it; sent once more and tried out here. */
export function Mail() {
  const [search, setSearch] = useSearchParams()
  const state = Object.keys(mailStateTexts).find((name) => name === search.get('state'))
  const query = useInfiniteQuery({
    queryKey: ['mails', state],
    queryFn: ({ pageParam }) =>
      call('listMails', {
        query: { ...(state !== undefined && { state }), ...(pageParam !== null && { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: everyMs,
  })
  return (
    <Screen title="Mail">
      <MailTest />
      <NativeSelect
        label="Show"
        maw={240}
        value={state ?? ''}
        data={[
          { value: '', label: 'All mail' },
          ...Object.entries(mailStateTexts).map(([value, { name }]) => ({ value, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          setSearch(value === '' ? {} : { state: value }, { replace: true })
        }
      />
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return items.length === 0 ? (
            <Text c="dimmed">
              {state === undefined
                ? 'No mail in the last 30 days. Members are told of payments and of terms that change, operators of disputes.'
                : 'No such mail in the last 30 days.'}
            </Text>
          ) : (
            <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
              <MailTable items={items} />
              <ShowMore query={query} />
            </div>
          )
        }}
      </Loaded>
      <MailChoices list={() => call('listMailChoices')} choose={(body) => call('setMailChoice', { body })} />
    </Screen>
  )
}

function MailTest() {
  const queries = useQueryClient()
  const refusal = useRefusal('workspace:manage')
  const email = useSession().account.email
  const test = useMutation({
    mutationFn: () => call('sendTestMail'),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mails'] }),
  })
  return (
    <section className="card" aria-label="Try it out">
      <Stack gap="sm">
        <Group gap="sm">
          <ActButton
            variant="default"
            isRefused={refusal !== undefined}
            loading={test.isPending}
            aria-describedby={refusal === undefined ? undefined : 'refusal'}
            onClick={() => test.mutate()}
          >
            Send a test to {email}
          </ActButton>
          {test.isSuccess && <Text role="status">It stands first in the list: see what came of it.</Text>}
        </Group>
        {refusal !== undefined && (
          <Text c="dimmed" id="refusal">
            {refusal}
          </Text>
        )}
        {test.error !== null && <Failure error={test.error} />}
        <SameAs command={`mail test ${toWord(email)}`} />
      </Stack>
    </section>
  )
}
