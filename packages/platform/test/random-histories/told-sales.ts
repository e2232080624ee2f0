import { type AppTransaction, formatNano } from '@affiliate-platform/commission-engine'
import type { SaleLine } from '@affiliate-platform/test-support/money-world'

/** What a source says of a sale or refund. */
export interface Row {
  readonly platformId: string
  readonly kind: AppTransaction['kind']
  readonly shopDomain: string
  readonly chargeId: string | null
  readonly grossNano: bigint
  readonly netNano: bigint
  readonly currency: string
  readonly collectedAtMs: number
}

interface ToldSale {
  /** Each content that counted, the latest last. */
  readonly contents: readonly Row[]
  /** The shop that it counts for. */
  readonly shopDomain: string
  /** What names another shop, until an operator moves the sale. */
  readonly misplaced: Row | undefined
}

/** What became of the rows of an import. */
export interface Outcome {
  readonly new: number
  readonly revised: number
  readonly known: number
  readonly replaced: number
  readonly unreferred: number
  readonly older: readonly string[]
  readonly otherShop: readonly string[]
}

/** The sales of an app as their source has told them, by D184 and D185, without a database. */
export interface ToldSales {
  /** Takes the rows of a file, or of a page of a feed. An older content counts only where it restates. */
  take(
    rows: readonly Row[],
    options: { readonly restates: boolean; readonly referred: ReadonlySet<string> },
  ): Outcome
  /** Lets the sale count for the shop that its source names. */
  move(platformId: string): void
  /** The latest content of each, under the shop that it counts for. */
  latest(): readonly Row[]
  /** The open ones, each with the shop that its sale counts for. */
  misplaced(): readonly { readonly row: Row; readonly shopDomain: string }[]
  appTransactionsOf(shopDomain: string): readonly AppTransaction[]
}

/** Starts without any sale. */
export function startTelling(): ToldSales {
  const sales = new Map<string, ToldSale>()

  function takeOne(row: Row, restates: boolean, referred: ReadonlySet<string>) {
    const sale = sales.get(row.platformId)
    if (sale !== undefined && sale.shopDomain !== row.shopDomain) {
      sales.set(row.platformId, { ...sale, misplaced: row })
      return 'otherShop'
    }
    if (!referred.has(row.shopDomain)) return 'unreferred'
    const { contents = [] } = sale ?? {}
    const place = contents.findLastIndex((content) => isSame(content, row))
    if (place >= 0 && place < contents.length - 1 && !restates) return 'older'
    const isKnown = place >= 0 && place === contents.length - 1
    const { shopDomain } = row
    sales.set(row.platformId, {
      shopDomain,
      contents: isKnown ? contents : [...contents, row],
      misplaced: undefined,
    })
    if (isKnown) return 'known'
    return sale === undefined ? 'new' : 'revised'
  }

  return {
    take: (rows, { restates, referred }) => {
      const last = new Map(rows.map((row) => [row.platformId, row]))
      const became = [...last.values()].map(
        (row) => [row.platformId, takeOne(row, restates, referred)] as const,
      )
      const idsOf = (what: string) => became.flatMap(([id, each]) => (each === what ? [id] : []))
      return {
        ...{ new: idsOf('new').length, revised: idsOf('revised').length, known: idsOf('known').length },
        ...{ replaced: rows.length - last.size, unreferred: idsOf('unreferred').length },
        ...{ older: idsOf('older').sort(), otherShop: idsOf('otherShop').sort() },
      }
    },
    move: (platformId) => {
      const sale = sales.get(platformId)
      if (sale?.misplaced === undefined) throw new Error(`${platformId} is where it belongs.`)
      const { contents, misplaced } = sale
      sales.set(platformId, {
        contents: [...contents, misplaced],
        shopDomain: misplaced.shopDomain,
        misplaced: undefined,
      })
    },
    latest: () => [...sales.values()].flatMap(({ contents }) => contents.at(-1) ?? []),
    misplaced: () =>
      [...sales.values()].flatMap(({ misplaced: row, shopDomain }) => (row ? [{ row, shopDomain }] : [])),
    appTransactionsOf: (shopDomain) =>
      [...sales.values()].flatMap((sale) => {
        const row = sale.contents.at(-1)
        return row && sale.shopDomain === shopDomain ? [toAppTransaction(row, sale.contents.length)] : []
      }),
  }
}

/** A row as a line of a file. */
export function toLine({ grossNano, netNano, collectedAtMs, ...row }: Row): SaleLine {
  const amounts = { gross: formatNano(grossNano), net: formatNano(netNano) }
  return { ...row, ...amounts, collectedAt: new Date(collectedAtMs).toISOString() }
}

const isSame = (a: Row, b: Row): boolean => JSON.stringify(toLine(a)) === JSON.stringify(toLine(b))

function toAppTransaction(
  { grossNano, netNano, currency, shopDomain: _shop, ...row }: Row,
  revision: number,
) {
  const [gross, net] = [grossNano, netNano].map((amountNano) => ({ amountNano, currency }))
  return { ...row, revision, gross, net } as AppTransaction
}
