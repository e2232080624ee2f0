import { useEffect, useState } from 'react'

interface CountdownProps {
  /** The time of the service, and when it was told. */
  readonly asOf: string
  readonly receivedAtMs: number
  readonly end: string
  /** Called at the end. */
  readonly onEnd: () => void
}

/** How long something goes on, second by second, by the clock of the service: this machine's may be wrong. */
export function Countdown({ asOf, receivedAtMs, end, onEnd }: CountdownProps) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const endMs = receivedAtMs + Date.parse(end) - Date.parse(asOf)
  const isOver = nowMs >= endMs
  useEffect(() => {
    if (isOver) return onEnd()
    // The last tick is at the very end.
    const ticking = setTimeout(() => setNowMs(Date.now()), (endMs - Date.now()) % 1000 || 1000)
    return () => clearTimeout(ticking)
  })
  return <span className="figures">{isOver ? 'no longer' : formatSpan(endMs - nowMs)}</span>
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

function formatSpan(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const parts = units.map(([name, size], index) => {
    const larger = units[index - 1]?.[1] ?? Number.POSITIVE_INFINITY
    return { name, amount: Math.floor((seconds % larger) / size) }
  })
  const first = parts.findIndex(({ amount }) => amount > 0)
  return parts
    .slice(Math.max(first, 0))
    .map(({ name, amount }) => `${amount} ${name}`)
    .join(' ')
}
