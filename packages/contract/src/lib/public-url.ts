const urlCharactersMax = 2000

/** Whether a URL has a host name that others can reach, and no user, password or space. */
export function isPublicUrl(text: string): boolean {
  if (text.length > urlCharactersMax || !URL.canParse(text) || /\s/.test(text)) return false
  const { hostname, username, password } = new URL(text)
  return (
    username === '' &&
    password === '' &&
    /\.[a-z][a-z0-9-]*$/i.test(hostname) &&
    !/\.local(host)?$/i.test(hostname)
  )
}

/** Whether a URL is one of this machine, by plain HTTP. */
export const isOnThisMachine = (text: string): boolean =>
  text.length <= urlCharactersMax &&
  URL.canParse(text) &&
  /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?(?:[/?]|$)/.test(text)

/** Whether webhooks can be sent to a URL: a public one, or one of this machine, where `dev` sends them. */
export const isWebhookUrl = (text: string): boolean =>
  isOnThisMachine(text) || (text.startsWith('https://') && isPublicUrl(text))

/** What such a URL is, in words. */
export const webhookUrlExpected = `A URL that begins with https://, with a public host name, without user, password or spaces, and at most ${urlCharactersMax} characters; for dev also http://localhost.`
