import ipaddr from 'ipaddr.js'
import * as z from 'zod'

/** A whole number within bounds. */
export const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max))

// The driver takes a misspelt one for the default, and the connection is not what was asked for.
export const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

const hasKnownSslMode = (url: string): boolean =>
  new URL(url).searchParams.getAll('sslmode').every((mode) => sslModes.includes(mode))
export const postgresUrl = z
  // The next check throws on what is no URL.
  .url({ protocol: /^postgres(?:ql)?$/, abort: true })
  .refine(hasKnownSslMode)
  .optional()

/** 32 bytes in base64. */
export const secretKeySchema = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32 && bytes.some((byte) => byte !== 0))
  .optional()

/** The name of a header, in lower case. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/)
  .transform((name) => name.toLowerCase())
  .optional()

/** Networks, separated by commas. */
export const networks = z
  .string()
  .transform((text) => text.split(','))
  .refine((list) => list.every((network) => ipaddr.isValidCIDR(network)))
  .default([])
