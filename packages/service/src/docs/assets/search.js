// Runs in the browser: finds what the reference names, and leads there.
const search = document.querySelector('search')
const query = document.querySelector('#query')
const results = document.querySelector('#results')
const found = document.querySelector('#found')
const resultsMax = 12

const normalise = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim()

const entries = [...document.querySelectorAll('main [data-find]')].map((element) => ({
  element,
  name: normalise(element.dataset.find),
  text: normalise(element.textContent),
}))

/** The better an entry fits, the smaller; undefined where it does not. */
function rank({ name, text }, wanted) {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(wanted)) return 2
  return text.includes(wanted) ? 3 : undefined
}

/** Where an entry is: the schema or the section that has it. */
function placeOf({ id }) {
  const [, schema] = /^schema-(\w+)-/.exec(id) ?? []
  return schema ?? document.getElementById(id).closest('section').querySelector('h2, h3').textContent
}

function toResult({ element }) {
  const link = document.createElement('a')
  link.href = `#${element.id}`
  link.append(element.dataset.find)
  const place = document.createElement('span')
  place.append(placeOf(element))
  const item = document.createElement('li')
  item.append(link, ' ', place)
  return item
}

function show() {
  const wanted = normalise(query.value)
  const fitting = wanted === '' ? [] : entries.filter((entry) => rank(entry, wanted) !== undefined)
  const best = fitting.toSorted((a, b) => rank(a, wanted) - rank(b, wanted)).slice(0, resultsMax)
  results.replaceChildren(...best.map(toResult))
  const shown =
    best.length < fitting.length ? `The first ${best.length} of ${fitting.length}` : `${fitting.length}`
  const places = fitting.length === 1 ? 'place' : 'places'
  if (wanted === '') found.textContent = ''
  else if (fitting.length === 0) found.textContent = 'Nothing here has this word.'
  else found.textContent = `${shown} ${places}`
}

function close() {
  query.value = ''
  show()
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
