import { join } from 'node:path'
import { ensureBundled } from '../../server/launch/bundle.mjs'
import { root } from './test-files.ts'

/** The server or the operator's commands as they are started; their sources when coverage is measured. */
export const appScript = (name: 'main' | 'cli'): string =>
  process.env.NODE_V8_COVERAGE ? join(root, 'server', `${name}.ts`) : join(ensureBundled(), `${name}.mjs`)
