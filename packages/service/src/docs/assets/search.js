// Runs in the browser: finds what the reference says, on whichever page, and leads there.
const search = document.querySelector('search')
const query = document.querySelector('#query')
const results = document.querySelector('#results')
const found = document.querySelector('#found')
const contents = document.querySelector('#contents')
const resultsMax = 12

const normalise = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim()

let entries

/** Everything that can be found, asked for once and only by who searches. */
async function readEntries() {
  const response = await fetch('/docs/search.json')
  const all = await response.json()
  return all.map((entry) => ({
    ...entry,
    wanted: normalise(entry.name),
    all: normalise(`${entry.name} ${entry.place} ${entry.text}`),
  }))
}

/** The better an entry fits, the smaller; undefined where a word is missing. */
function rank({ wanted: name, all }, wanted) {
  const words = wanted.split(' ')
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (words.every((word) => name.includes(word))) return 2
  if (all.includes(wanted)) return 3
  return words.every((word) => all.includes(word)) ? 4 : undefined
}

function toResult({ name, place, path }) {
  const link = document.createElement('a')
  link.href = path
  link.append(name)
  const where = document.createElement('span')
  where.append(place)
  const item = document.createElement('li')
  item.append(link, ' ', where)
  return item
}

function describe(shown, fitting) {
  if (fitting === 0) return 'Nothing here has these words.'
  const places = fitting === 1 ? 'place' : 'places'
  return shown < fitting ? `The first ${shown} of ${fitting} ${places}` : `${fitting} ${places}`
}

async function show() {
  const wanted = normalise(query.value)
  try {
    entries ??= readEntries()
    const all = await entries
    // What was typed meanwhile is shown by its own call.
    if (normalise(query.value) !== wanted) return
    const fitting = wanted === '' ? [] : all.filter((entry) => rank(entry, wanted) !== undefined)
    const best = fitting.toSorted((a, b) => rank(a, wanted) - rank(b, wanted)).slice(0, resultsMax)
    results.replaceChildren(...best.map(toResult))
    found.textContent = wanted === '' ? '' : describe(best.length, fitting.length)
  } catch {
    entries = undefined
    found.textContent = 'The search got no answer. Is the service still running?'
  }
}

function close() {
  query.value = ''
  void show()
}

search.hidden = false
query.addEventListener('input', show)
results.addEventListener('click', close)
search.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  close()
  query.focus()
})
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, textarea, select')) return
  event.preventDefault()
  query.focus()
})
// On a phone the contents lie above the page that they lead to.
contents.addEventListener('click', ({ target }) => {
  if (target.matches('a') && contents.matches(':popover-open')) contents.hidePopover()
})
