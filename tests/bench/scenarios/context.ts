import type { BenchServer } from '../lib/coffer.ts'
import type { Row } from '../lib/table.ts'

export interface BenchContext {
  coffer: BenchServer
  /** Scratch folder on the same disk as the instance. */
  scratch: string
  rounds: number
  databaseUrl: string
}
export type Scenario = (context: BenchContext) => Promise<Row[]>

export const bearer = ({ coffer }: Pick<BenchContext, 'coffer'>): Record<string, string> => ({
  authorization: `Bearer ${coffer.token}`,
})
export const megabytes = (bytesPerSecond: number): string => `${Math.round(bytesPerSecond / 1e6)} MB/s`
export const memoryLimit = 64 * 1024 * 1024
export const inMiB = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`
