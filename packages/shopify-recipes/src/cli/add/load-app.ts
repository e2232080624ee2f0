// Loads a file of an app in this process, and ends with 0 when all of it has run: without listening and without a
// network, so that nothing of the app is in use. The program of `load-once.ts`.
import { register } from 'node:module'
import { Server, Socket } from 'node:net'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

register(`./resolve-recipes${extname(import.meta.url)}`, import.meta.url)

Server.prototype.listen = function listen() {
  return this
}
Socket.prototype.connect = function connect() {
  return this.destroy(new Error('An app that is only loaded has no network.'))
}

// What the app takes for the program that was started.
process.argv.splice(1, 1)
await import(pathToFileURL(process.argv[1] ?? '').href)
process.exit(0)
