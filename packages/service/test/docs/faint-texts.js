// Runs in the browser: lists the texts whose contrast is below WCAG 2's 4.5 (3 for large ones).
globalThis.findFaintTexts = () => {
  const parse = (color) => {
    const [r = 0, g = 0, b = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
    return { channels: [r, g, b], alpha }
  }

  const lay = ({ channels, alpha }, ground) =>
    channels.map((value, index) => value * alpha + ground[index] * (1 - alpha))

  const luminance = (channels) => {
    const linear = channels
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  const ancestors = (element) => (element === null ? [] : [element, ...ancestors(element.parentElement)])

  function readContrast(element) {
    const styles = ancestors(element).map((each) => getComputedStyle(each))
    const ground = styles.reduceRight(
      (below, { backgroundColor }) => lay(parse(backgroundColor), below),
      [255, 255, 255],
    )
    const opacity = styles.reduce((product, style) => product * Number(style.opacity), 1)
    const { channels, alpha } = parse(styles[0].color)
    const [dark, bright] = [ground, lay({ channels, alpha: alpha * opacity }, ground)]
      .map(luminance)
      .toSorted((a, b) => a - b)
    return (bright + 0.05) / (dark + 0.05)
  }

  function isLarge(element) {
    const { fontSize, fontWeight } = getComputedStyle(element)
    return Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24)
  }

  // A ground that is a picture has no colour to read.
  const isReadable = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    ancestors(element).every((each) => getComputedStyle(each).backgroundImage === 'none')

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  const read = texts.filter(({ data, parentElement }) => data.trim() !== '' && isReadable(parentElement))
  const faint = read.filter(
    ({ parentElement }) => readContrast(parentElement) < (isLarge(parentElement) ? 3 : 4.5),
  )
  return {
    read: read.length,
    faint: faint.map(
      ({ data, parentElement }) => `${data.trim()} (${readContrast(parentElement).toFixed(2)})`,
    ),
  }
}
