// The simulated admin: frames the app with a signed session token, and sends what the buttons say.
const byId = (id) => document.getElementById(id)
const frame = byId('app')
const shopSelect = byId('shop')

let state = { shops: [], journal: [], story: {} }
let shop = new URLSearchParams(location.search).get('shop') ?? ''
let appPath = new URLSearchParams(location.search).get('path') ?? '/app'

async function load() {
  show(await (await fetch('state')).json())
}

async function act(action, value) {
  const pressed = document.activeElement
  document.body.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch('actions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ action, shop, value }),
    })
    show(await response.json())
  } finally {
    document.body.removeAttribute('aria-busy')
  }
  // These two change nothing that the app shows.
  if (action !== 'platform' && action !== 'repair') openApp()
  keepFocus(pressed)
}

/** A button that is off or gone takes the keyboard's focus with it: what comes next in its place gets it. */
function keepFocus(pressed) {
  if (!pressed?.disabled) return
  const place = pressed.closest('main, section')
  const next = place.matches('main') ? place : place.querySelector('button:not(:disabled)')
  next?.focus({ preventScroll: true })
}

function show(next) {
  state = next
  if (!state.shops.some(({ domain }) => domain === shop)) shop = state.shops[0].domain
  if (shopSelect.options.length === 0) {
    shopSelect.append(...state.shops.map(({ domain, name }) => new Option(name, domain)))
  }
  shopSelect.value = shop
  for (const name of ['platform', 'variant']) {
    for (const input of byId(name).querySelectorAll('input')) input.checked = input.value === state[name]
  }
  const { isInstalled, hasLeft, name } = current()
  for (const button of document.querySelectorAll('[data-action=install]')) button.disabled = isInstalled
  for (const button of document.querySelectorAll('[data-action=uninstall], [data-action=expire], #open')) {
    button.disabled = !isInstalled
  }
  for (const button of document.querySelectorAll('[data-action=install]')) {
    button.textContent = hasLeft ? 'Reinstall' : 'Install'
  }
  document.querySelector('[data-action=repair]').disabled = state.troubled === 0
  byId('merchant-hint').textContent = isInstalled ? `${name} has the app.` : `${name} does not have the app.`
  byId('shops-hint').textContent = state.troubled === 0 ? '' : `${state.troubled} shops answer with errors.`
  showStory()
  showJournal()
}

/** Suggests the next step, and marks the controls that it needs. Said once, not every second. */
function showStory() {
  const { done, total, next } = state.story
  const said = next === null ? 'all' : next.press
  if (byId('story').dataset.said !== said) {
    byId('story').dataset.said = said
    byId('story').replaceChildren(
      ...(next === null
        ? [element('strong', 'That was the whole story.'), ' Every step can be repeated, in any order.']
        : [
            element('span', `${done + 1} of ${total}`, 'step'),
            element('strong', next.press),
            ` ${next.see}`,
          ]),
    )
  }
  for (const control of document.querySelectorAll('[data-action], select, input')) {
    const name = control.dataset.action ?? (control.type === 'radio' ? control.value : control.id)
    const isNext = next?.controls.includes(name) && !control.disabled && !control.checked
    const marked = control.type === 'radio' ? control.closest('label') : control
    marked.classList.toggle('next', isNext === true)
  }
}

function showJournal() {
  const entries = state.journal.map(({ at, from, to, what, shop: about, outcome, isFine, tookMs, count }) => {
    const item = document.createElement('li')
    item.dataset.fine = isFine
    const line = element('span', '', 'line')
    line.append(element('strong', `${from} → ${to}`), ` ${what}${count > 1 ? `\u00a0×\u00a0${count}` : ''}`)
    const took = tookMs > 0 ? [`${count > 1 ? 'up to ' : ''}${tookMs.toLocaleString('en')} ms`] : []
    const end = [`${isFine ? '✓' : '✕'} ${outcome}`, ...took, at.slice(11, 19)].join(' · ')
    item.append(line, element('span', end, 'end'))
    if (about) item.append(element('span', about, 'about'))
    return item
  })
  byId('journal').replaceChildren(...entries)
}

function element(name, text, className = '') {
  const node = document.createElement(name)
  node.textContent = text
  if (className) node.className = className
  return node
}

const current = () => state.shops.find(({ domain }) => domain === shop)

function openApp() {
  const { isInstalled } = current()
  byId('empty').hidden = isInstalled
  frame.hidden = !isInstalled
  const query = new URLSearchParams({ shop, path: appPath })
  frame.src = isInstalled ? `open?${query}` : 'about:blank'
}

for (const button of document.querySelectorAll('[data-action]')) {
  button.addEventListener('click', () => act(button.dataset.action))
}
byId('open').addEventListener('click', openApp)
for (const name of ['platform', 'variant']) {
  byId(name).addEventListener('change', ({ target }) => act(name, target.value))
}
shopSelect.addEventListener('change', () => {
  shop = shopSelect.value
  appPath = '/app'
  history.replaceState(null, '', `?${new URLSearchParams({ shop })}`)
  show(state)
  openApp()
})
addEventListener('message', ({ data, origin, source }) => {
  if (origin !== location.origin || source !== frame.contentWindow) return
  frame.style.height = `${data.height}px`
  appPath = stripAdmin(data.path)
  history.replaceState(null, '', `?${new URLSearchParams({ shop, path: appPath })}`)
})

/** The app's own address, without what the admin added. */
function stripAdmin(path) {
  const url = new URL(path, location.origin)
  for (const name of ['embedded', 'shop', 'host', 'id_token']) url.searchParams.delete(name)
  return url.pathname + url.search
}

await load()
openApp()
setInterval(load, 1000)
