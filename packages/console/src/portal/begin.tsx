import type { MemberResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { Copy } from '../parts/copy.tsx'
import { useMemberId } from './session.ts'

type HomeData = MemberResponse<'readHome'>

/** What somebody does first who was just taken in. */
export function Begin({ hasPayee }: Pick<HomeData, 'hasPayee'>) {
  const memberId = useMemberId()
  const steps = [
    ['links', 'Make your first link, and share it'],
    ...(hasPayee ? [] : [['more/payee', 'Say where your payouts should go']]),
    ['more', 'Read your terms: what you get, and when'],
  ] as const
  return (
    <section className="card" aria-labelledby="begin">
      <Title order={2} size={16} id="begin" mb="sm">
        Welcome. How to begin
      </Title>
      <ol style={{ margin: 0, paddingInlineStart: 20 }}>
        {steps.map(([to, text]) => (
          <li key={to}>
            <Anchor component={Link} to={`/${memberId}/${to}`} underline="always">
              {text}
            </Anchor>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function OwnLink({ link, isFirst }: { readonly link: HomeData['link']; readonly isFirst: boolean }) {
  if (link === null) return null
  const url = link.path === null ? null : `${location.origin}${link.path}`
  return (
    <section className="card" aria-labelledby="link">
      <Title order={2} size={16} id="link" mb="sm">
        Share this
      </Title>
      {isFirst && <Text mb="sm">When a shop installs with it, you will see it here, with the reason.</Text>}
      {url !== null && <Copied name="Link" text={url} />}
      <Copied name="Code" text={link.code} />
    </section>
  )
}

function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" mih={36}>
      <div style={{ minWidth: 0 }}>
        <Text size="xs" c="dimmed">
          {name}
        </Text>
        <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
      </div>
      <Copy text={text} of={name} />
    </Group>
  )
}
