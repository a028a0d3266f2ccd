import './threads.ts'
import { ConfigError, loadConfig } from '../modules/platform/index.ts'
import { startServer } from './start.ts'

try {
  await startServer(loadConfig())
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
