import { runProgram } from './program.mjs'

addEventListener('fetch', (event) => event.respondWith(respond(event.request)))

async function respond(request) {
  try {
    return Response.json(await runProgram(await request.json()))
  } catch (error) {
    return new Response(String(error?.stack ?? error), { status: 500 })
  }
}
