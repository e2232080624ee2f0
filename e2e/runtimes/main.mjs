import { runProgram } from './program.mjs'

process.stdout.write(JSON.stringify(await runProgram(JSON.parse(process.env.INPUT))))
