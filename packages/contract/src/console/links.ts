import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { appListMembers, lineSchema, memberSchema } from './parts.ts'

const linkMembers = {
  id: z.guid(),
  code: z.string(),
  /** Where the service has it, such as `/r/bright-reviews/mia`; null while the app has no address for links. */
  path: z.nullable(z.string()),
  label: z.nullable(z.string()),
  member: memberSchema,
  createdAt: instantSchema,
}

/** Lists the links of an app, the newest first, with the clicks of the last 30 days. */
export const searchLinks = defineOperation({
  id: 'searchLinks',
  method: 'GET',
  path: '/api/console/v1/links',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    appId: z.optional(z.guid()),
    membershipId: z.optional(z.guid()),
    /** The whole code of a link, in any letters. */
    search: z.optional(lineSchema(64)),
    /** The `nextCursor` of the page before. */
    cursor: z.optional(z.guid()),
  }),
  response: responseObject({
    ...appListMembers,
    items: z.array(
      responseObject({
        ...linkMembers,
        clicks: z.int(),
        /** Whether there are more than that. */
        areMore: z.boolean(),
      }),
    ),
  }),
})

const countedSchema = z.array(responseObject({ name: z.string(), clicks: z.int(), visitors: z.int() }))

/** Reads a link with its clicks of the last 30 days, and what came of it. */
export const readLink = defineOperation({
  id: 'readLink',
  method: 'GET',
  path: '/api/console/v1/links/:id',
  pathRecord: 'link',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    ...linkMembers,
    /** The days of UTC that had any, the latest first. */
    days: z.array(responseObject({ day: z.iso.date(), clicks: z.int(), visitors: z.int() })),
    /** The first ten of each. */
    bySubId: countedSchema,
    byCountry: countedSchema,
    byReferringHost: countedSchema,
    /** The shops that were referred by it and still are, and those of them by which something was earned. */
    referrals: z.int(),
    paying: z.int(),
  }),
})

/** Counts the installs of a time that are explained, and by what. */
export const readCoverage = defineOperation({
  id: 'readCoverage',
  method: 'GET',
  path: '/api/console/v1/coverage',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    appId: z.optional(z.guid()),
    /** The last so many days. */
    days: z.optional(z.string().check(z.regex(/^(7|30|90)$/))),
  }),
  response: responseObject({
    appId: z.nullable(z.guid()),
    apps: z.array(responseObject({ id: z.guid(), name: z.string() })),
    from: instantSchema,
    to: instantSchema,
    installs: z.int(),
    explained: z.int(),
    clicks: z.int(),
    byEvidence: z.array(responseObject({ kind: z.string(), installs: z.int() })),
    /** The first 20 of each, those who brought most first. */
    byMember: z.array(responseObject({ member: memberSchema, installs: z.int(), clicks: z.int() })),
    byLink: z.array(
      responseObject({
        id: z.guid(),
        code: z.string(),
        member: z.string(),
        installs: z.int(),
        clicks: z.int(),
      }),
    ),
    /** The first 50 shops that nobody is known to have brought. */
    unexplained: z.array(responseObject({ shop: z.string(), installedAt: instantSchema })),
    /** What tells of installs, and of who brought them. */
    sources: responseObject({
      /** Installs of that time which the app's own hook has told. */
      bridge: z.int(),
      /** Those that the Partner API has told. */
      partner: z.int(),
      /** When a key of the hook was last used; null where there is none, or it never was. */
      keyUsedAt: z.nullable(instantSchema),
      hasKey: z.boolean(),
      /** When what analytics tell was last imported. */
      analyticsAt: z.nullable(instantSchema),
    }),
  }),
})
