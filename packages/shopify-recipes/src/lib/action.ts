/** A route function of Remix and React Router, to export as `action`. */
export type Action = (args: { readonly request: Request }) => Promise<Response>

/** Makes a route function of a fetch handler. */
export function toAction(handle: (request: Request) => Promise<Response>): Action {
  return ({ request }) => handle(request)
}
