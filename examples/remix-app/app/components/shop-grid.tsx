import type { RunPage, ShopOutcome } from '../backfill.server.ts'

const marks: Readonly<Record<ShopOutcome, string>> = { sent: '✓', skipped: '–', failed: '✕' }

interface ShopGridProps {
  readonly pages: readonly RunPage[]
  readonly shops: number
}

/** One cell for each shop, page by page; the shops that are still to come are empty cells. */
export function ShopGrid({ pages, shops }: ShopGridProps) {
  const count = Math.max(Math.ceil(shops / 50), pages.length)
  return (
    <div className="grid-pages">
      {Array.from({ length: count }, (_, index) => {
        const offset = index * 50
        const page = pages.find((run) => run.offset === offset)
        const size = Math.min(50, Math.max(shops - offset, 0))
        return <GridPage key={offset} number={index + 1} page={page} size={size} />
      })}
    </div>
  )
}

interface GridPageProps {
  readonly number: number
  readonly page: RunPage | undefined
  readonly size: number
}

function GridPage({ number, page, size }: GridPageProps) {
  const places = Array.from({ length: size }, (_, place) => place)
  const words = page === undefined ? 'not run' : describe(page)
  return (
    <figure className="grid-page">
      <figcaption>
        Page {number} <span className="note">{words}</span>
      </figcaption>
      <div className="cells" role="img" aria-label={`Page ${number}: ${words}`}>
        {page === undefined
          ? places.map((place) => <span className="cell" key={place} />)
          : page.shops.map(({ domain, outcome }) => (
              <span className="cell" data-outcome={outcome} key={domain} title={`${domain}: ${outcome}`}>
                {marks[outcome]}
              </span>
            ))}
      </div>
    </figure>
  )
}

function describe({ sent, skipped, failed, isDryRun }: RunPage): string {
  return `${sent} ${isDryRun ? 'readable' : 'sent'}, ${skipped} skipped, ${failed} failed`
}
