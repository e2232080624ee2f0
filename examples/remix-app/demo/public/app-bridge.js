// Stands in for Shopify's App Bridge: each request of the app to itself carries a session token.
const { fetch: fetchOriginal } = window
const shop = new URLSearchParams(location.search).get('shop') ?? ''

window.fetch = async (input, init) => {
  const request = new Request(input, init)
  if (new URL(request.url).origin === location.origin) {
    const response = await fetchOriginal(`/simulated/session-token?shop=${encodeURIComponent(shop)}`)
    const { token } = await response.json()
    request.headers.set('Authorization', `Bearer ${token}`)
  }
  return fetchOriginal(request)
}

// The admin keeps the app's own address in the address bar, and frames the page as high as it is.
if (window.parent !== window) {
  const tell = () => {
    const height = document.body.offsetHeight
    window.parent.postMessage({ path: location.pathname + location.search, height }, location.origin)
  }
  addEventListener('load', () => {
    tell()
    new ResizeObserver(tell).observe(document.body)
  })
  window.navigation?.addEventListener('navigatesuccess', tell)
}
