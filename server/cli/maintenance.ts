import { readArgs, UsageError } from './args.ts'
import { withApp } from './with-app.ts'

const hours = (value: string | undefined): { grace?: number } => {
  if (value === undefined) return {}
  if (!/^\d{1,6}(\.\d+)?$/.test(value)) throw new UsageError(`--grace is a number of hours, not ${value}`)
  return { grace: Number(value) }
}

/**
 * `fsck [--deep] [--repair] [--json] [--grace hours]`: compares database and disk, and records which content is damaged.
 * `--repair` sets counters and sizes right before. Exit code 1 when it finds differences.
 */
export const fsckCommand = async (args: readonly string[]): Promise<number> => {
  const { values, flags } = readArgs(args, {
    deep: 'boolean',
    repair: 'boolean',
    json: 'boolean',
    grace: 'string',
  })
  const options = { deep: flags.deep ?? false, ...hours(values.grace) }
  const report = await withApp(async ({ storage: { api } }) => {
    if (flags.repair) await api.maintenance.fsck.repair()
    return api.maintenance.check(options)
  })
  const { blobs, bytes, findings } = report
  if (flags.json) console.log(JSON.stringify(report, null, 2))
  else {
    for (const { kind, id, detail } of findings) console.log(`${kind} ${id}${detail ? ` ${detail}` : ''}`)
    console.log(`${blobs} blobs, ${bytes} bytes, ${findings.length} findings`)
  }
  return findings.length === 0 ? 0 : 1
}

/** `gc [--json] [--grace hours]`: deletes leftover files of uploads and deletions. */
export const gcCommand = async (args: readonly string[]): Promise<void> => {
  const { values, flags } = readArgs(args, { json: 'boolean', grace: 'string' })
  const report = await withApp(({ storage }) => storage.api.garbageCollector.run(hours(values.grace)))
  console.log(JSON.stringify(report, null, flags.json ? 2 : undefined))
  if (report.waiting > 0)
    console.error(
      `${report.waiting} deleted files are left: they go within minutes, or when a backup that runs has ended`,
    )
}
