const start = '/portal/views/'

/** The view in which an operator sees the portal as a member does, as the address names it; undefined for the member. */
export const viewId = location.pathname.startsWith(start)
  ? location.pathname.slice(start.length).split('/')[0]
  : undefined

/** Where the portal's screens are. */
export const basename = viewId === undefined ? '/portal' : `${start}${viewId}`
