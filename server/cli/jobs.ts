import { printResult, readArgs, UsageError } from './args.ts'
import { withApp } from './with-app.ts'

const usage =
  'jobs [--json], jobs failed [--json], jobs run <name> [--json], jobs retry <id> [--json] or jobs drop <id> [--json]'

/** `jobs` lists the scheduled jobs and their waiting runs, `failed` the failed jobs; `run`, `retry` or `drop` act on one. */
export const jobsCommand = async (args: readonly string[]): Promise<number> => {
  const { flags, rest } = readArgs(args, { json: 'boolean' }, 2)
  const [action = 'list', name = ''] = rest
  if (!['list', 'failed', 'run', 'retry', 'drop'].includes(action)) throw new UsageError(usage)
  if (['list', 'failed'].includes(action) && name) throw new UsageError(usage)
  return withApp(async ({ platform, admin: { failedJobs } }) => {
    const { names, queue } = platform.jobs
    if (action === 'list') {
      const summary = new Map((await queue.summary()).map((job) => [job.name, job]))
      const none = { waiting: 0, running: 0, failed: 0, oldest_at: null }
      const others = [...summary.keys()].filter((job) => !names.includes(job))
      const rows = [...names, ...others].map((job) => ({ ...none, ...summary.get(job), name: job }))
      if (flags.json) console.log(JSON.stringify(rows, null, 2))
      else
        for (const { name, waiting, failed } of rows)
          console.log(waiting + failed > 0 ? `${name}: ${waiting} waiting, ${failed} failed` : name)
    } else if (action === 'failed') {
      const failed = await queue.deadLetters()
      if (flags.json) console.log(JSON.stringify(failed, null, 2))
      else
        for (const { id, name, failed_at, error } of failed)
          console.log(`${id} ${name} ${failed_at.toISOString()} ${error.split('\n')[0]}`)
    } else if (action === 'retry' || action === 'drop') {
      if (!/^\d{1,18}$/.test(name) || !(await failedJobs[action](name, { actorId: null })))
        throw new UsageError(`no failed job has the id ${name || '""'}; see jobs failed`)
      printResult({ id: name }, `job ${name} ${action === 'drop' ? 'was deleted' : 'will run again'}`, flags)
    } else {
      if (!names.includes(name)) throw new UsageError(`no job is called ${name || '""'}; there are ${names.join(', ')}`)
      const result = await platform.jobs.runNow(name, { isForced: true })
      const failure = platform.jobs.failureOf(name, result)
      const text = result === undefined ? '' : `: ${JSON.stringify(result)}`
      if (flags.json || failure === null) printResult({ name, result: result ?? null }, `${name} done${text}`, flags)
      if (failure !== null) {
        console.error(failure)
        return 1
      }
    }
    return 0
  })
}
