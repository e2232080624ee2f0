// happy-dom has a fetch of its own, with the same-origin policy of a browser.
const happyDOM = { settings: { fetch: { disableSameOriginPolicy: true } } }

export default { test: { testTimeout: 60_000, environmentOptions: { happyDOM } } }
