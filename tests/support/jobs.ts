import type { Jobs } from '../../modules/platform/index.ts'

/** Stops the runners: jobs run when a test says so, and do not end early as they do when the process stops. */
export const stopRunners = async (jobs: Jobs): Promise<void> => {
  await jobs.stop()
  Object.defineProperty(jobs, 'signal', { value: new AbortController().signal })
}
