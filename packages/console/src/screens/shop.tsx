import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { verdicts } from '../case-texts.ts'
import { ListCard } from '../parts/list-card.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { LatestSales, Receipts } from '../parts/shop-cards.tsx'
import { ShopContact } from '../parts/shop-contact.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { nameEvidence, toReferralState } from '../referral-texts.ts'
import { formatTime } from '../texts.ts'

type ShopData = ConsoleResponse<'readShop'>

/** What is known of a shop: when it had the app, who brought it and why, what was sold, and whom to write to. */
export function Shop() {
  const { shop = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const appId = search.get('appId') ?? undefined
  const query = useQuery({
    queryKey: ['shop', shop, appId],
    queryFn: () => call('readShop', { query: { shop, ...(appId !== undefined && { appId }) } }),
  })
  return (
    <Screen title={shop}>
      <Loaded query={query}>
        {(data) => (
          <>
            {data.apps.length > 1 && (
              <NativeSelect
                label="App"
                maw={360}
                data={data.apps.map(({ id, name }) => ({ value: id, label: name }))}
                value={data.appId ?? ''}
                onChange={({ currentTarget }) => setSearch({ appId: currentTarget.value }, { replace: true })}
              />
            )}
            <div className="columns">
              <Stack gap="md">
                <Installations installations={data.installations} />
                <Brought shop={data} />
                <LatestSales shop={data} />
              </Stack>
              <Stack gap="md">
                <ShopContact shop={shop} />
                <Receipts receipts={data.receipts} />
              </Stack>
            </div>
            <SameAs
              command={`explain shop ${shop}${data.apps.length > 1 && data.appId ? ` --app ${data.appId}` : ''}`}
            />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Installations({ installations }: Pick<ShopData, 'installations'>) {
  return (
    <ListCard
      id="installs"
      title="Installs"
      empty="No install is known. They come from the Partner API, from your app and from imports."
      rows={installations.map(({ from, until }) => (
        <li key={from}>
          {formatTime(from)} {until === null ? 'until today' : `to ${formatTime(until)}`}
        </li>
      ))}
    />
  )
}

function Member({
  member: { id, name },
}: {
  readonly member: { readonly id: string; readonly name: string }
}) {
  return (
    <Anchor component={Link} to={`/members/${id}`} underline="always">
      <bdi>{name}</bdi>
    </Anchor>
  )
}

function Brought({ shop: { referrals, evidence } }: { readonly shop: ShopData }) {
  return (
    <ListCard
      id="brought"
      title="Who brought it"
      empty="Nothing names a member."
      rows={[
        ...referrals.map(({ id, member, status }) => (
          <li key={id}>
            <Group gap="sm">
              <Anchor component={Link} to={`/referrals/${id}`} underline="always">
                Referral
              </Anchor>
              <span>
                by <Member member={member} />
              </span>
              <StateBadge state={toReferralState(status)} />
            </Group>
          </li>
        )),
        ...evidence.map(({ id, kind, member, code, at, verdict, because }) => (
          <li key={id}>
            <Text>
              {nameEvidence(kind)}
              {code !== null && ` (${code})`} of <Member member={member} />, {formatTime(at)}
            </Text>
            <StateBadge state={verdicts[verdict]} />
            {because !== null && <Text c="dimmed">{because}</Text>}
          </li>
        )),
      ]}
    />
  )
}
