import { apiKeyKind, credentialKinds } from '@affiliate-platform/contract'

/** Names of variables that no browser may ever get. */
export const secretName = /AFFILIATE\w*KEY|SHOPIFY_API_SECRET/

const keyPattern = new RegExp(`aff_(?:${credentialKinds.join('|')})_[0-9A-Za-z]{32,64}_[0-9A-Za-z]{6}`, 'g')
// Shorter ones stand by chance in any bundle.
const secretCharactersMin = 16

/** Where API keys, or the values of the environment's own secrets, stand in a text. */
export function findSecrets(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly number[] {
  const keys = [...text.matchAll(keyPattern)].filter(([key]) => apiKeyKind(key) !== undefined)
  const values = Object.entries(env)
    .filter(([name, value = '']) => secretName.test(name) && value.length >= secretCharactersMin)
    .map(([, value = '']) => text.indexOf(value))
    .filter((index) => index >= 0)
  return [...new Set([...keys.map(({ index }) => index), ...values])]
}
