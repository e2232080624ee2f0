/** The links that members share, where they lead, and who followed them. */
export { type ClickLog, createClickLog } from './links/click-log.ts'
export { createLink, type LinkCreation, type LinkRejection, type NewLink } from './links/create-link.ts'
export { createDestinationSearch, type Destination, type FindDestination } from './links/find-destination.ts'
export { type LinkResults, listLinkResults } from './links/list-link-results.ts'
export { type ClickCount, type LinkClicks, readClicks } from './links/read-clicks.ts'
export { type DayClicks, readLink } from './links/read-link.ts'
export { countedClicksMax, type FoundLink, type LinkFilter, searchLinks } from './links/search-links.ts'
export { type Link, type ListedLink, listLinks } from './links/store.ts'
