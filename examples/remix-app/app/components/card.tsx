import { type ReactNode, useId } from 'react'

interface CardProps {
  /** What an address or the admin leads to. */
  readonly id: string
  readonly title: string
  /** Beside the title: the state in a word. */
  readonly badge?: ReactNode
  /** Takes the whole width, or the height of the two beside it. Default: one place. */
  readonly size?: 'wide' | 'tall'
  readonly children: ReactNode
}

/** A section of the page. */
export function Card({ id, title, badge, size, children }: CardProps) {
  const titleId = useId()
  return (
    <section id={id} className={size === undefined ? 'card' : `card card-${size}`} aria-labelledby={titleId}>
      <s-section>
        <div className="card-head">
          <h2 id={titleId}>{title}</h2>
          {badge}
        </div>
        {children}
      </s-section>
    </section>
  )
}
