/** A bar of a plot. */
export interface Bar {
  readonly label: string
  readonly value: number
  readonly low: number
  readonly high: number
}

const width = 720
const labelWidth = 190
const valueWidth = 70
const barHeight = 18
const step = 26
const top = 40

/** Draws horizontal bars with their spread; the shortest text that every viewer shows alike, light or dark. */
export function drawBars(title: string, bars: readonly Bar[]): string {
  const greatest = Math.max(...bars.map(({ high }) => high))
  const toX = (value: number): number => labelWidth + ((width - labelWidth - valueWidth) * value) / greatest
  const height = top + bars.length * step + 8
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${escapeText(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="8" y="22" font-size="15" fill="#1f2328">${escapeText(title)}</text>`,
    ...bars.map((bar, index) => drawBar(bar, top + index * step, toX)),
    '</svg>',
    '',
  ].join('\n')
}

function drawBar({ label, value, low, high }: Bar, y: number, toX: (value: number) => number): string {
  const middle = y + barHeight / 2
  const fill = label === 'ours' ? '#0969da' : '#8c959f'
  const round = (x: number): string => x.toFixed(1)
  return [
    `<text x="${labelWidth - 8}" y="${middle + 4}" text-anchor="end" fill="#1f2328">${escapeText(label)}</text>`,
    `<rect x="${labelWidth}" y="${y}" width="${round(toX(value) - labelWidth)}" height="${barHeight}" fill="${fill}"/>`,
    `<path d="M${round(toX(low))} ${middle}H${round(toX(high))}" stroke="#1f2328" stroke-width="2"/>`,
    `<text x="${round(toX(high) + 6)}" y="${middle + 4}" fill="#1f2328">${formatValue(value)}</text>`,
  ].join('')
}

const formatValue = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
