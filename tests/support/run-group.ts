/** Arguments: test files, run in this process (`runGroup`). */
import { runGroup } from './test-group.ts'

runGroup(process.argv.slice(2))
