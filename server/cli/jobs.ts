import { UsageError } from './args.ts'
import { withApp } from './with-app.ts'

/** `jobs`: lists the scheduled jobs; `jobs run <name>`: runs one immediately. */
export const jobs = async ([action, name]: readonly string[]): Promise<void> => {
  if (action !== undefined && action !== 'list' && action !== 'run') throw new UsageError('jobs, or jobs run <name>')
  await withApp(async ({ platform }) => {
    const { names } = platform.jobs
    if (action !== 'run') {
      for (const jobName of names) console.log(jobName)
      return
    }
    if (!name || !names.includes(name))
      throw new UsageError(`no job is called ${name ?? '""'}; there are ${names.join(', ')}`)
    const result = await platform.jobs.runNow(name)
    console.log(result === undefined ? `${name} done` : `${name} done: ${JSON.stringify(result)}`)
  })
}
