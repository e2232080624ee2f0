/** How a page of shops ended. */
export interface EndedPage {
  readonly offset: number
  readonly nextOffset: number | null
  readonly failures: readonly { readonly domain: string }[]
  /** How many of the failures were not begun in the time of the page. */
  readonly notBegun: number
}

/** Says how to go on after a page. */
export const describeFurther = ({ nextOffset }: Pick<EndedPage, 'nextOffset'>): string =>
  nextOffset === null ? 'This was the last page.' : `Continue with offset ${nextOffset}.`

/** Says that shops failed, and how to repeat them. */
export function describeFailures(page: EndedPage, remedy = ''): string {
  const { offset, failures, notBegun } = page
  const late = notBegun === 0 ? '' : ` (${notBegun} were not begun in the time of a page)`
  const shops = failures.map(({ domain }) => domain).join(',')
  const repeat = `When their cause is gone, repeat offset ${offset}, or them alone: ?offset=${offset}&shops=${shops}`
  return `${failures.length} shops failed${late}: see failures.${remedy} ${describeFurther(page)} ${repeat}`
}

/** Says of the last page that a route which keeps nothing between its pages knows only this one. */
export const describeLastPage = (page: EndedPage): string =>
  `${describeFurther(page)} done is about this page only: earlier pages may have had failures.`
