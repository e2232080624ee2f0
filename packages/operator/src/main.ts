import { runCommand } from './command-line/run-command.ts'
import { processTerminal, watchOutput } from './command-line/terminal.ts'

watchOutput()
process.exitCode = await runCommand(process.argv.slice(2), processTerminal)
