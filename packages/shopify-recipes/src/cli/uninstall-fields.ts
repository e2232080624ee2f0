/** What the uninstall webhook reads of a payload: the least that each variant needs. */
export const uninstallFields = {
  install: ['id', 'myshopify_domain'],
  forward: ['id', 'myshopify_domain', 'email', 'shop_owner', 'country_name', 'plan_display_name'],
} as const
