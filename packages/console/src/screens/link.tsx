import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { Copy } from '../parts/copy.tsx'
import { CountTable } from '../parts/count-table.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { count, formatDate, formatDay } from '../texts.ts'

type LinkData = ConsoleResponse<'readLink'>

/** A link: where it leads, who followed it day by day, and what came of it. */
export function LinkOfMember() {
  const { id = '' } = useParams()
  const query = useQuery({ queryKey: ['link', id], queryFn: () => call('readLink', { id }) })
  return (
    <Loaded query={query}>
      {(link) => (
        <Screen title={`Link ${link.code}`}>
          <div className="columns">
            <Stack gap="md">
              <CountTable
                title="Clicks by day"
                note="The last 30 days of UTC that had any, without bots. A visitor is counted once a day."
                empty="Nobody has followed it in the last 30 days."
                first="Day"
                rows={link.days.map(({ day, clicks, visitors }) => ({
                  ...{ key: day, name: formatDate(day), counts: [clicks, visitors] },
                }))}
                columns={['Clicks', 'Visitors']}
              />
              <Origins title="By sub-id" rows={link.bySubId} />
              <Origins title="By country" rows={link.byCountry} />
              <Origins title="By referring site" rows={link.byReferringHost} />
            </Stack>
            <Stack gap="md">
              <About link={link} />
            </Stack>
          </div>
          <SameAs command={`links clicks ${id}`} />
        </Screen>
      )}
    </Loaded>
  )
}

function About({ link: { path, label, member, createdAt, referrals, paying } }: { readonly link: LinkData }) {
  const address = path === null ? undefined : location.origin + path
  return (
    <section className="card" aria-labelledby="about-link">
      <Title order={2} size={16} id="about-link" mb="sm">
        Link
      </Title>
      {address === undefined ? (
        <Text c="dimmed">The app has no address for links yet. The command apps update sets one.</Text>
      ) : (
        <Group wrap="nowrap" gap="xs" align="start">
          <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
          <Copy text={address} of="the address of the link" />
        </Group>
      )}
      <dl className="rules">
        <div>
          <dt>Member</dt>
          <dd style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={`/members/${member.id}`} underline="always">
              <bdi>{member.name}</bdi>
            </Anchor>
          </dd>
        </div>
        {label !== null && (
          <div>
            <dt>Label</dt>
            <dd style={{ overflowWrap: 'anywhere' }}>
              <bdi>{label}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>Made</dt>
          <dd>{formatDay(createdAt)}</dd>
        </div>
        <div>
          <dt>Shops known to have come by it</dt>
          <dd>
            {count(referrals, 'shop')}, {paying} of them paying
          </dd>
        </div>
      </dl>
    </section>
  )
}

function Origins({ title, rows }: { readonly title: string; readonly rows: LinkData['bySubId'] }) {
  if (rows.length === 0) return null
  return (
    <CountTable
      title={title}
      first="From"
      rows={rows.map(({ name, clicks, visitors }) => ({ key: name, name, counts: [clicks, visitors] }))}
      columns={['Clicks', 'Visitors']}
    />
  )
}
