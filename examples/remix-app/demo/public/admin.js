// The simulated admin: frames the app with a signed session token, and sends what the buttons say.
const byId = (id) => document.getElementById(id)
const frame = byId('app')
const shopSelect = byId('shop')
const controls = byId('controls')

let state = { shops: [], journal: [], story: {} }
let shop = new URLSearchParams(location.search).get('shop') ?? ''
let appPath = new URLSearchParams(location.search).get('path') ?? '/app'

// Counts presses: a state that was asked for before one would show the choice of before it again.
let presses = 0

async function load() {
  if (document.body.hasAttribute('aria-busy')) return
  const pressesBefore = presses
  try {
    const response = await fetch('state', { signal: AbortSignal.timeout(3000) })
    const next = await response.json()
    if (presses !== pressesBefore) return
    // The demo that comes back after a loss is another one: its world begins anew.
    if (!byId('lost').hidden) location.reload()
    show(next)
  } catch {
    tellLoss()
  }
}

function tellLoss() {
  byId('lost').hidden = false
  byId('lost').textContent =
    'The demo has stopped, so the buttons do nothing. Start it with npm start; this page then continues by itself.'
}

async function act(action, value) {
  presses += 1
  document.body.setAttribute('aria-busy', 'true')
  try {
    if (action === 'uninstall') await closeApp()
    const response = await fetch('actions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ action, shop, value }),
    })
    show(await response.json())
  } catch {
    return tellLoss()
  } finally {
    document.body.removeAttribute('aria-busy')
  }
  changedCard = cards[action]
  // Only what changes something that the app shows opens it anew.
  if (action === 'restart') appPath = '/app'
  if (['platform', 'repair', 'terms', 'charge', 'portal'].includes(action)) revealChange()
  else openApp()
  tellResult(action, value)
}

// Which card of the app shows what an action changed.
const cards = {
  follow: 'install',
  install: 'install',
  expire: 'install',
  variant: 'install',
  forge: 'uninstalls',
  seed: 'backfill',
  repair: 'backfill',
}
let changedCard

/** Says what a press has done, where it can be seen, and moves the focus there: a second Enter presses nothing. */
function tellResult(action, value) {
  const name = () => element('bdi', current().name)
  const forged = state.journal.find(({ what }) => what === 'forged app/uninstalled')
  const words = {
    terms: () => [
      'The member of the link has terms of their own: 25 %, payable at once. They count for shops to come.',
    ],
    charge: () => [name(), ' was charged $29.00. The platform asks the Partner API every minute.'],
    follow: () => ['The link led ', name(), ' to the listing. The click was counted.'],
    install: () => [name(), ' has installed the app, and opens it.'],
    uninstall: () => [name(), ' has uninstalled the app.'],
    expire: () => ['The token of ', name(), ' has expired. The app gets a new one as it opens.'],
    forge: () => [`The app responded to the forged uninstall with ${forged?.outcome}.`],
    seed: () => ['137 shops have the app. The backfill card has the rest.'],
    portal: () => ['The portal is open beside this page. Continue as Theo there.'],
    repair: () => ['The shops were healed where possible. Retry failures in the backfill card.'],
    restart: () => ['Everything is as it was at the start.'],
    platform: () => [`From now on the affiliate platform ${labelOf('platform', value)}.`],
    variant: () => [`The app was restarted, to ${labelOf('variant', value)}.`],
  }
  if (controls.matches(':popover-open')) controls.hidePopover()
  byId('result').replaceChildren(...words[action]())
  byId('result').focus({ preventScroll: true })
}

const labelOf = (name, value) =>
  byId(name).querySelector(`[value=${value}]`).closest('label').textContent.trim()

/** Brings the card that a press has changed into view. */
function revealChange() {
  const top = byId('main').getBoundingClientRect().top + scrollY
  const card = changedCard && frame.contentDocument?.getElementById(changedCard)
  const offset = card && !frame.hidden ? card.getBoundingClientRect().top : 0
  const header = document.querySelector('header').offsetHeight
  const wished = top + offset - header
  const isSeen = wished >= scrollY && wished < scrollY + innerHeight / 3
  if (!isSeen) scrollTo({ top: Math.max(wished, 0) })
}

function show(next) {
  state = next
  if (!state.shops.some(({ domain }) => domain === shop)) shop = state.shops[0].domain
  if (shopSelect.options.length === 0) {
    const options = state.shops.map(({ domain, name }) => new Option(name, domain))
    for (const option of options) option.dir = 'auto'
    shopSelect.append(...options)
  }
  shopSelect.value = shop
  for (const name of ['platform', 'variant']) {
    for (const input of byId(name).querySelectorAll('input')) input.checked = input.value === state[name]
  }
  const { isInstalled, hasLeft, name } = current()
  for (const button of document.querySelectorAll('[data-action=install]')) button.disabled = isInstalled
  for (const button of document.querySelectorAll(
    '[data-action=uninstall], [data-action=expire], [data-action=charge], #open',
  )) {
    button.disabled = !isInstalled
  }
  for (const button of document.querySelectorAll('[data-action=install]')) {
    button.textContent = hasLeft ? 'Reinstall' : 'Install'
  }
  document.querySelector('[data-action=repair]').disabled = state.troubled === 0
  byId('console').href = state.consoleUrl
  byId('portal').href = state.portalUrl
  byId('merchant-hint').replaceChildren(
    element('bdi', name),
    isInstalled ? ' has the app.' : ' does not have the app.',
    ...describeReferral(current()),
  )
  byId('listing').hidden = current().listing === null
  byId('listing').replaceChildren(...describeListing(current()))
  byId('shops-hint').textContent = state.troubled === 0 ? '' : `${state.troubled} shops respond with errors.`
  byId('missed-hint').replaceChildren(...describeMissed())
  byId('empty-hint').textContent = describeEmpty(current())
  showStory()
  showJournal()
}

/** Where the member's link has led: in this world it ends here, and not at Shopify's store. */
function describeListing({ listing }) {
  return listing === null ? [] : ['Simulated listing in the App Store, for ', element('code', listing)]
}

/** Who is known to have brought the shop, and how. */
function describeReferral({ referral }) {
  if (referral === null) return []
  const program = element('bdi', referral.name)
  const earned =
    referral.earned === null
      ? []
      : [
          ` The last sale earned the member ${referral.earned}${referral.isInPayout ? ', which is in a payout' : ''}.`,
        ]
  return [' A member of ', program, ` brought it, which is known by a ${referral.evidence}.`, ...earned]
}

/** Which installs the platform has missed, and which of them it has got since. */
function describeMissed() {
  const tell = (missed, words) => {
    const shops = state.shops.filter((one) => one.missed === missed)
    return shops.flatMap(({ name }) => [words, element('bdi', name), '. '])
  }
  return [...tell('missed', 'Missed: '), ...tell('sent', 'Missed at first, and sent since: ')]
}

/** What there is to say of a shop without the app. */
function describeEmpty({ hasLeft, farewell }) {
  if (hasLeft && farewell?.outcome === 'forwarded')
    return `The shop has left. Its contact was forwarded, without a token: receipt ${farewell.receiptId ?? 'none'}.`
  if (hasLeft && farewell?.outcome === 'handled')
    return 'The shop has left. The webhook was verified, and the sessions are deleted. A reinstall counts.'
  return state.variant === 'forward_uninstalls'
    ? 'With this variant nothing is sent at install: the contact is sent when the shop leaves.'
    : "Install it to see the shop being identified, once, while the merchant's page does not wait."
}

/** Ticks the steps, suggests the next one, and marks the controls that it needs. Said once, not every second. */
function showStory() {
  const { steps, next } = state.story
  const said = JSON.stringify(steps)
  if (byId('story').dataset.said !== said) {
    byId('story').dataset.said = said
    byId('steps').replaceChildren(...steps.map((step, index) => toTick(step, index, next)))
    byId('story').replaceChildren(
      ...(next === null
        ? [element('strong', 'That was the whole story.'), ' Every step can be repeated, in any order.']
        : [element('strong', next.press), ` ${next.see}`]),
    )
  }
  for (const control of document.querySelectorAll('[data-action], select, input')) {
    const name = control.dataset.action ?? (control.type === 'radio' ? control.value : control.id)
    const isNext = next?.controls.includes(name) && !control.disabled && !control.checked
    const marked = control.type === 'radio' ? control.closest('label') : control
    marked.classList.toggle('next', isNext === true)
  }
  // On a phone the controls are behind this button.
  byId('open-controls').classList.toggle('next', controls.querySelector('.next') !== null)
}

function toTick({ press, isDone }, index, next) {
  const tick = element('li', '')
  tick.title = press
  tick.dataset.done = isDone
  if (next?.press === press) tick.setAttribute('aria-current', 'step')
  const words = element('span', `${press} ${isDone ? 'Done.' : ''}`, 'unseen')
  const mark = element('span', isDone ? '✓' : `${index + 1}`)
  mark.ariaHidden = 'true'
  tick.append(mark, words)
  return tick
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
  if (!isInstalled) revealChange()
}

/** As the real admin, which uninstalls from a page of its own: what the open app has asked for would end with 401. */
async function closeApp() {
  const closed = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  frame.src = 'about:blank'
  await closed
}

for (const button of document.querySelectorAll('button[data-action]')) {
  button.addEventListener('click', () => act(button.dataset.action))
}
byId('portal').addEventListener('click', () => act('portal'))
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
  if (changedCard) revealChange()
  changedCard = undefined
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
