/** How a state is meant. */
export type Tone = 'info' | 'success' | 'warning' | 'critical' | 'neutral'

const marks: Readonly<Record<Tone, string>> = {
  info: '○',
  success: '✓',
  warning: '!',
  critical: '✕',
  neutral: '–',
}

/** A state as a mark and a word: never by colour alone. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <s-badge tone={tone}>
      <span aria-hidden="true">{marks[tone]} </span>
      {children}
    </s-badge>
  )
}
