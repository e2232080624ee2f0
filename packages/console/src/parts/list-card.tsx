import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface ListCardProps {
  readonly id: string
  readonly title: string
  /** The text shown where there are no rows. */
  readonly empty: string
  readonly rows: readonly ReactNode[]
  readonly children?: ReactNode
}

export function ListCard({ id, title, empty, rows, children }: ListCardProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <Title order={2} size={16} id={id} mb="sm">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
          {rows}
        </Stack>
      )}
      {children}
    </section>
  )
}
