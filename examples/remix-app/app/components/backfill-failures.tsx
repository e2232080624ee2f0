import type { RunPage } from '../backfill.server.ts'

type Failure = RunPage['failures'][number]

const shownMax = 10

/** The shops that failed, by cause: a platform that is down is one row, not a hundred. */
export function BackfillFailures({ pages }: { readonly pages: readonly RunPage[] }) {
  const failures = pages.flatMap((page) => page.failures)
  if (failures.length === 0) return null
  const causes = [...new Set(failures.map(describeCause))].map((cause) => ({
    cause,
    shops: failures.filter((failure) => describeCause(failure) === cause),
  }))
  return (
    <table className="stacking">
      <caption>Failures</caption>
      <thead>
        <tr>
          <th scope="col">Cause</th>
          <th scope="col" className="count">
            Shops
          </th>
          <th scope="col">Which</th>
        </tr>
      </thead>
      <tbody>
        {causes.map(({ cause, shops }) => (
          <tr key={cause}>
            <th scope="row">{cause}</th>
            <td className="count" data-label="Shops">
              {shops.length}
            </td>
            <td className="which">
              {shops
                .slice(0, shownMax)
                .map(({ domain }) => domain)
                .join(', ')}
              {shops.length > shownMax && ` and ${shops.length - shownMax} more`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function describeCause({ stage, status }: Failure): string {
  const whom = stage === 'shop_read' ? 'Shopify' : 'The affiliate platform'
  return status == null ? `${whom} could not be reached` : `${whom} responded with ${status}`
}
