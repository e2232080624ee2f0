// Starts the app that `add` has made, in the variant of the test.
const { APP, AFFILIATE_VARIANT } = process.env
const variant = AFFILIATE_VARIANT === 'forward_uninstalls' ? 'forward' : 'install'
await import(`./build/${APP}-${variant}/index.js`)
