import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'

// In pixels, also before it is there.
const chartHeight = 260

const Months = lazy(async () => ({ default: (await import('./months.tsx')).Months }))

/** The months, once the figures stand; on a phone when they are asked for. */
export function MonthsLater() {
  const isWide = useMediaQuery('(min-width: 48em)')
  const [isAsked, setAsked] = useState(false)
  if (isWide === false && !isAsked)
    return (
      <Button variant="default" onClick={() => setAsked(true)}>
        Show months
      </Button>
    )
  return (
    <Suspense fallback={<Skeleton height={chartHeight} />}>
      <Months height={chartHeight} />
    </Suspense>
  )
}
