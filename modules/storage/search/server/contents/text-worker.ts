import { fileURLToPath } from 'node:url'
import { IsolatedProcess } from '../../../../platform/index.ts'
import type { TextRequest, TextResult } from './text-process.ts'

/** The text process: null for a file whose text cannot be read within the limits. */
export const createTextWorker = () =>
  new IsolatedProcess<TextRequest, TextResult>(fileURLToPath(new URL('./text-process.ts', import.meta.url)))
