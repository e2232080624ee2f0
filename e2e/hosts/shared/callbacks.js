/**
 * Tells the store of the sessions what happened to a shop.
 *
 * @param url - the address of the store
 */
export function createTell(url) {
  return async (shop, event) => {
    const response = await fetch(`${url}/${shop}`, { method: 'POST', body: event })
    await response.text()
  }
}

/**
 * The app's callbacks. They tell the store of the sessions what happened, and delete the sessions of a shop that has left.
 *
 * @param sessionStorage - of `createSessionStorage`
 * @param url - the address of the store
 */
export function createCallbacks(sessionStorage, url) {
  const tell = createTell(url)
  return {
    onInstalled: ({ shop }) => tell(shop, 'installed'),
    onReinstalled: ({ shop }) => tell(shop, 'reinstalled'),
    onUninstalled: async ({ shop, isBack }) => {
      await tell(shop, 'uninstalled')
      if (!isBack) await sessionStorage.deleteShop(shop)
    },
  }
}
