import { runCommand } from './cli/run-command.ts'

// A reader such as `head` may have enough before all is written: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

await runCommand(process.argv)
