const remedies: Readonly<Record<string, string>> = {
  secret_missing: 'Set SHOPIFY_API_SECRET or the option secrets.',
  body_already_read: 'Mount the route before any body parser: only the raw bytes can be verified.',
}

/** What a rejected request warns of: nothing, unless the app itself is at fault. */
export function warnOfRejection(
  webhooks: string,
  { status, code }: { readonly status: number; readonly code: string },
): string | undefined {
  return status === 500 ? `${webhooks} get 500: ${code}. ${remedies[code] ?? ''}`.trim() : undefined
}
