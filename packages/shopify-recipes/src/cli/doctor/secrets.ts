/** Names of variables that no browser may ever get. */
export const secretName = /AFFILIATE\w*KEY|SHOPIFY_API_SECRET/
