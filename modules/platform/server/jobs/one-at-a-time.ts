import type { Job, WorkerEvents } from 'graphile-worker'

/** Flag of jobs that a runner runs one at a time, so that an awaited job finds another slot of the runner. */
export const oneAtATimeFlag = 'unhurried'

const isUnhurried = ({ flags }: Job): boolean => flags?.[oneAtATimeFlag] === true

/**
 * The flags that a runner skips now, as its `forbiddenFlags`. Its workers look for a job one after another: two that look at
 * the same time would both take an unhurried one.
 */
export const flagsToSkip = (events: WorkerEvents): (() => Promise<string[] | null>) => {
  let isRunning = false
  let lookup: PromiseWithResolvers<void> | null = null
  const ended = () => {
    lookup?.resolve()
    lookup = null
  }
  events.on('job:start', ({ job }) => {
    if (isUnhurried(job)) isRunning = true
    ended()
  })
  events.on('worker:getJob:empty', ended)
  events.on('worker:getJob:error', ended)
  events.on('job:complete', ({ job }) => {
    if (isUnhurried(job)) isRunning = false
  })
  return async () => {
    while (lookup) await lookup.promise
    lookup = Promise.withResolvers()
    return isRunning ? [oneAtATimeFlag] : null
  }
}
