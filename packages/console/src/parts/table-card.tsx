import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A table of its own under a title. */
export function TableCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card" aria-label={title} style={{ padding: 0, overflowX: 'auto' }}>
      <Title order={2} size={16} p="md" pb={4}>
        {title}
      </Title>
      {children}
    </section>
  )
}
