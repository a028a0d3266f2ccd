import { runInterruptible } from './cli/interruption.ts'
import { runCommand } from './cli/run-command.ts'

process.exitCode = await runInterruptible(() => runCommand(process.argv.slice(2)))
