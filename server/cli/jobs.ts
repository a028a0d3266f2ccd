import { UsageError } from './args.ts'
import { withApp } from './with-app.ts'

/** `jobs`: lists the scheduled jobs; `jobs run <name>`: runs one here and now. */
export const jobs = async ([deed, name]: readonly string[]): Promise<void> => {
  if (deed !== undefined && deed !== 'list' && deed !== 'run') throw new UsageError('jobs, or jobs run <name>')
  await withApp(async ({ platform }) => {
    const { names } = platform.jobs
    if (deed !== 'run') {
      for (const each of names) console.log(each)
      return
    }
    if (!name || !names.includes(name))
      throw new UsageError(`no job is called ${name ?? '""'}; there are ${names.join(', ')}`)
    const told = await platform.jobs.runNow(name)
    console.log(told === undefined ? `${name} done` : `${name} done: ${JSON.stringify(told)}`)
  })
}
