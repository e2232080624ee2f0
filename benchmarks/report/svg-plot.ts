/** A bar of a plot. */
export interface Bar {
  readonly label: string
  readonly value: number
  readonly low: number
  readonly high: number
  /** Whether it is the one that the others are compared with. */
  readonly isOurs: boolean
}

/** What a plot is called. */
export interface PlotTitle {
  readonly title: string
  /** What the bars measure. */
  readonly subtitle: string
}

const width = 760
const labelWidth = 210
const valueWidth = 90
const barHeight = 16
const step = 28
const top = 76

// A picture in a page cannot ask the page for its colours, only the system.
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 14px; font-weight: 600 }
  .subtitle, .value { fill: #59636e }
  .card { fill: #ffffff; stroke: #d1d9e0 }
  .bar { fill: #b6c2cf } .ours { fill: #1f6feb } .ours-text { font-weight: 600; fill: #1f2328 }
  .spread { stroke: #1f2328; stroke-width: 1.5; opacity: .65 }
  @media (prefers-color-scheme: dark) {
    text, .ours-text { fill: #f0f6fc }
    .subtitle, .value { fill: #9198a1 }
    .card { fill: #0d1117; stroke: #3d444d }
    .bar { fill: #4a5562 } .ours { fill: #4493f8 }
    .spread { stroke: #f0f6fc }
  }`

/** Draws horizontal bars; the thin line over the end of each is the middle half of its rounds. */
export function drawBars({ title, subtitle }: PlotTitle, bars: readonly Bar[]): string {
  const greatest = Math.max(...bars.map(({ high }) => high))
  const toX = (value: number): number => labelWidth + ((width - labelWidth - valueWidth) * value) / greatest
  const height = top + bars.length * step + 4
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeText(`${title}: ${subtitle}`)}</title>`,
    `<style>${style}\n</style>`,
    `<rect class="card" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<text class="title" x="20" y="32">${escapeText(title)}</text>`,
    `<text class="subtitle" x="20" y="54">${escapeText(subtitle)}</text>`,
    ...bars.map((bar, index) => drawBar(bar, top + index * step, toX)),
    '</svg>',
    '',
  ].join('\n')
}

function drawBar(
  { label, value, low, high, isOurs }: Bar,
  y: number,
  toX: (value: number) => number,
): string {
  const middle = y + barHeight / 2
  const [barClass, textClass] = isOurs ? ['ours', 'ours-text'] : ['bar', '']
  const round = (x: number): string => x.toFixed(1)
  return [
    `<text class="${textClass}" x="${labelWidth - 12}" y="${middle + 4.5}" text-anchor="end">${escapeText(label)}</text>`,
    `<rect class="${barClass}" x="${labelWidth}" y="${y}" width="${round(toX(value) - labelWidth)}" height="${barHeight}" rx="3"/>`,
    `<path class="spread" d="M${round(toX(low))} ${middle}H${round(toX(high))}"/>`,
    `<text class="value ${textClass}" x="${round(toX(high) + 8)}" y="${middle + 4.5}">${formatValue(value)}</text>`,
  ].join('')
}

const formatValue = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : 1 })

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
