import * as z from 'zod/mini'
import { $constructor, $ZodObjectJIT } from 'zod/v4/core'

// zod compiles how such an object is read where the runtime lets it: a page of rows then takes half the time.
// The objects of its lean form are never compiled.
const ResponseObject = /*@__PURE__*/ $constructor<z.ZodMiniObject>('ResponseObject', (schema, def) => {
  const lean: typeof z.ZodMiniObject = z.ZodMiniObject
  $ZodObjectJIT.init(schema, def)
  lean.init(schema, def)
})

/** An object of a response: members that are not named are kept. */
export const responseObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  new ResponseObject({ type: 'object', shape, catchall: z.unknown() }) as z.ZodMiniObject<
    Shape,
    z.core.$loose
  >

/** Any object of a response of which nothing else is known. */
export const anyObjectSchema = /*@__PURE__*/ responseObject({})
