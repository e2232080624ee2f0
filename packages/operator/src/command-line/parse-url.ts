import { isOnThisMachine, isPublicUrl, isWebhookUrl, webhookUrlExpected } from '@affiliate-platform/contract'
import * as z from 'zod'
import { parserOf } from './parse-value.ts'

const urlCharactersMax = 2000

export const parseHttpsUrl = parserOf(
  z
    .url({ protocol: /^https$/ })
    .startsWith('https://')
    .max(urlCharactersMax)
    .refine(isPublicUrl),
  `A URL that begins with https://, with a public host name, without user, password or spaces, and at most ${urlCharactersMax} characters.`,
)

/** Reads where webhooks are sent: a public address, or one on this machine, where `dev` sends them. */
export const parseWebhookUrl = parserOf(z.string().refine(isWebhookUrl), webhookUrlExpected)

/** Reads where an app on this machine takes webhooks. */
export const parseForwardUrl = parserOf(
  z.url().max(urlCharactersMax).refine(isOnThisMachine),
  'A URL on this machine, such as http://localhost:3000/webhooks.',
)

/** Reads what an app is called in the addresses of its links. */
export const parseSlug = parserOf(
  z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  'Small letters, digits and single hyphens between them, at most 64 characters, such as bright-reviews.',
)

/** Reads where the links of an app lead. */
export const parseListingUrl = parserOf(
  z
    .url({ protocol: /^https$/ })
    .startsWith('https://')
    .max(urlCharactersMax)
    .refine((text) => isPublicUrl(text) && !/\{code\}/.test(text.split('?')[0] ?? '')),
  `A URL that begins with https://, with a public host name, without user, password or spaces, and at most ${urlCharactersMax} characters; {code} only behind the question mark.`,
)

/** Reads the code of a link. */
export const parseCode = parserOf(
  z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/),
  '1 to 64 letters from a to z, digits, hyphens and underscores, of which the last two only in between.',
)

/** Reads the base URL of the service. It is printed as a part of a line to paste: nothing in it means anything to a shell. */
export const parseServiceUrl = parserOf(
  z
    .string()
    .regex(/^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:127\.0\.0\.1|localhost))(?::\d{1,5})?(?:\/[\w.~/-]*)?$/i)
    .max(urlCharactersMax)
    .transform((text) => text.replace(/\/+$/, '')),
  'The address of the service, such as https://affiliates.example.com; http only on this machine.',
)

/** Reads the base URL of a server on this machine. */
export const parseLoopbackUrl = parserOf(
  z.string().regex(/^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/),
  'The base URL of a server on this machine, such as http://127.0.0.1:4030.',
)
