import {
  BlobError,
  blobStoreName,
  type Config,
  ConfigError,
  claimBlobStore,
  findDataDirOwner,
  forgetStoreUses,
  isBlobUrl,
  localBlobs,
  openBlobStore,
  setVariables,
} from '../../modules/platform/index.ts'
import { type CopyBlobsReport, copyBlobs } from '../../modules/storage/index.ts'
import { readArgs, requireOption, UsageError } from './args.ts'
import { existingConfig } from './existing-app.ts'
import { withApp } from './with-app.ts'

const progressIntervalMs = 5_000

/** Result of a step of the move, with its copy report. */
interface Step {
  state: 'copied' | 'incomplete' | 'moved' | 'unchanged'
  report?: CopyBlobsReport
}
type Say = (line: string) => void

/** The error of a full store as one line. A move to a bucket may fill the disk, too, where large files are staged. */
const asConfigError = (error: unknown): unknown =>
  error instanceof BlobError && error.reason === 'full'
    ? new ConfigError(`${error.message}, then run the command again`)
    : error

/** Copies blobs, with a line of progress every 5 s. `isFirst`: blobs that the target already holds are verified. */
const copy = (
  config: Config,
  { from, to, isFirst }: { from: string; to: string; isFirst: boolean },
  say: Say,
): Promise<CopyBlobsReport> =>
  withApp(async ({ platform }) => {
    const [source, target] = [await openBlobStore(config.dataDir, from), await openBlobStore(config.dataDir, to)]
    try {
      await claimBlobStore(platform, target)
      if (!(await target.probe()))
        throw new ConfigError('the store in --to cannot be written: check its URL and bucket')
      let reportedAt = Date.now()
      const report = await copyBlobs(platform.db, {
        source,
        target,
        verifyPresent: isFirst,
        onProgress({ blobs, bytes }) {
          if (Date.now() - reportedAt < progressIntervalMs) return
          reportedAt = Date.now()
          say(`${blobs} blobs checked, ${bytes} bytes copied`)
        },
      })
      const { blobs, present, copied, bytes, failed } = report
      say(`${blobs} blobs: ${present} were there, ${copied} copied (${bytes} bytes), ${failed.length} failed`)
      for (const key of failed) say(`missing or damaged: ${key}`)
      return report
    } catch (error) {
      throw asConfigError(error)
    } finally {
      source.close()
      target.close()
    }
  })

const fromEnvironment = () => process.env.BLOB_URL !== undefined || process.env.BLOB_URL_PREVIOUS !== undefined

const instruction = 'Change these variables where the server gets its environment from, then restart it'

/** The first call: copies everything, then makes `to` the store of the next start, which still reads the former one. */
const begin = async (config: Config, to: string, say: Say): Promise<Step> => {
  const report = await copy(config, { from: config.blobUrl, to, isFirst: true }, say)
  if (fromEnvironment())
    say(`${instruction}: BLOB_URL becomes the URL in --to, BLOB_URL_PREVIOUS the present BLOB_URL.`)
  else {
    setVariables(config.dataDir, { BLOB_URL: to, BLOB_URL_PREVIOUS: config.blobUrl })
    say('Restart the server: it stores new files there and reads the others from both.')
  }
  say('Then run the same command again: it copies what was stored meanwhile and ends the move.')
  return { state: report.failed.length === 0 ? 'copied' : 'incomplete', report }
}

/** Until the restart, the server stores new files in the former store, which is not read afterwards. */
const requireRestart = async ({ dataDir, blobUrl }: Config): Promise<void> => {
  const server = await findDataDirOwner(dataDir)
  if (server && server.store !== blobStoreName(blobUrl))
    throw new ConfigError(
      'the running server still stores new files in the former store: restart it, then run this command again',
    )
}

/**
 * The second call: copies the blobs that were stored between the first call and the restart. `withoutDamaged`: the move ends
 * also without blobs that the former store has lost, whose files then stay without content.
 */
const finish = async (
  config: Config,
  { previous, withoutDamaged }: { previous: string; withoutDamaged: boolean },
  say: Say,
): Promise<Step> => {
  await requireRestart(config)
  const report = await copy(config, { from: previous, to: config.blobUrl, isFirst: false }, say)
  if (report.failed.length > 0 && !withoutDamaged) {
    say(
      'The move goes on: BLOB_URL_PREVIOUS stays set until all blobs are copied. Where none of them can be brought back from a backup, `--without-damaged` ends it without them.',
    )
    return { state: 'incomplete', report }
  }
  if (fromEnvironment()) say(`${instruction}: BLOB_URL_PREVIOUS is no longer needed.`)
  else {
    setVariables(config.dataDir, { BLOB_URL_PREVIOUS: null })
    say('Moved. After the next restart the former store is not used; delete its content when you like.')
  }
  return { state: 'moved', report }
}

/** No store is claimed here: the present one would be rejected. */
const takeOver = async (args: readonly string[]): Promise<number> => {
  const { flags } = readArgs(args, { json: 'boolean' })
  existingConfig()
  await withApp(({ platform }) => forgetStoreUses(platform.db), { schema: 'any' })
  if (flags.json) console.log(JSON.stringify({ state: 'released' }, null, 2))
  else
    console.log(
      'The next command, start or backup of this installation takes its bucket and its target of backups over, whatever has used them.',
    )
  return 0
}

/**
 * `blobs move --to URL|local [--without-damaged]`: moves the content of all files to another store while the server runs; can be
 * repeated. `blobs take-over`: lets this copy of the installation use stores that another one, which has ended, has used.
 */
export const blobsCommand = async ([action, ...args]: readonly string[]): Promise<number> => {
  if (action === 'take-over') return takeOver(args)
  if (action !== 'move')
    throw new UsageError('blobs move --to <URL> [--without-damaged] [--json], blobs take-over [--json]')
  const { values, flags } = readArgs(args, { to: 'string', 'without-damaged': 'boolean', json: 'boolean' })
  const to = requireOption(values, 'to')
  if (!isBlobUrl(to)) throw new UsageError(`--to is a URL like that of BLOB_URL, or ${localBlobs}`)
  const config = existingConfig()
  const say: Say = flags.json ? console.error : console.log
  const step = await nextStep(config, { to, withoutDamaged: flags['without-damaged'] ?? false }, say)
  if (flags.json) console.log(JSON.stringify(step, null, 2))
  return step.report && step.report.failed.length > 0 ? 1 : 0
}

const nextStep = async (
  config: Config,
  { to, withoutDamaged }: { to: string; withoutDamaged: boolean },
  say: Say,
): Promise<Step> => {
  const { blobUrl, blobUrlPrevious } = config
  if (blobUrl !== to) {
    if (blobUrlPrevious && blobUrlPrevious !== to)
      throw new ConfigError('another move is going on: end it first, by --to with the present BLOB_URL')
    return begin(config, to, say)
  }
  if (blobUrlPrevious) return finish(config, { previous: blobUrlPrevious, withoutDamaged }, say)
  say('All files are there already.')
  return { state: 'unchanged' }
}
