import { runCommand } from './command-line/run-command.ts'
import { processTerminal, watchOutput } from './command-line/terminal.ts'
import { applyContext } from './context/settings-file.ts'

watchOutput()
applyContext(process.env)
process.exitCode = await runCommand(process.argv.slice(2), processTerminal)
