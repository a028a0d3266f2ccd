/** Arguments: test files, run in this process (`runGroup`). */
import { runGroup } from './test-group.ts'

await runGroup(process.argv.slice(2))
