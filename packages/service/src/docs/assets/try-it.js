// Runs in the browser: sends what a form holds to this service, and shows the response. The key stays in the page.
const told = ['retry-after', 'ratelimit', 'idempotency-replayed', 'x-request-id']

/** The request that a form describes. Empty fields are left out. */
function toRequest(form) {
  const inputs = [...form.querySelectorAll('[data-in]')].filter(({ value }) => value !== '')
  const of = (place) => inputs.filter(({ dataset }) => dataset.in === place)
  const path = of('path').reduce(
    (sum, { name, value }) => sum.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  )
  const query = new URLSearchParams(of('query').map(({ name, value }) => [name, value]))
  const { key, body } = form.elements
  const headers = new Headers(of('header').map(({ name, value }) => [name, value]))
  if (key) headers.set('Authorization', `Bearer ${key.value.trim()}`)
  if (body) headers.set('Content-Type', 'application/json')
  const url = query.size === 0 ? path : `${path}?${query}`
  return new Request(url, {
    method: form.dataset.method,
    headers,
    cache: 'no-store',
    ...(body && { body: body.value }),
  })
}

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text })

function indent(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function describe(response, tookMs) {
  const headers = told.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  const pre = document.createElement('pre')
  pre.append(element('code', `${headers.join('\n')}\n\n${indent(await response.text())}`))
  return [element('p', `${response.status} in ${tookMs} ms`), pre]
}

async function send(form) {
  const result = form.querySelector('.result')
  const startedMs = performance.now()
  result.replaceChildren(element('p', 'Sending …'))
  try {
    const response = await fetch(toRequest(form))
    result.replaceChildren(...(await describe(response, Math.round(performance.now() - startedMs))))
  } catch (error) {
    result.replaceChildren(element('p', `Nothing came back: ${error.message}. Is the service still running?`))
  }
}

for (const details of document.querySelectorAll('.try')) {
  details.hidden = false
  const form = details.querySelector('form')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form)
  })
  form.querySelector('.example')?.addEventListener('change', ({ target }) => {
    form.elements.body.value = target.value
  })
}
