import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { accountNamed } from '../../modules/platform/postgres.ts'
import { readService, unitPath } from '../launch/service-unit.mjs'
import { readArgs, UsageError } from './args.ts'
import { handOverDataDir } from './hand-over-data-dir.ts'
import { accountFile, commandFile, commandMark, foldersFile, type ServiceOptions, unitFile } from './service-files.ts'
import { installedServiceOptions, parseServiceOptions } from './service-options.ts'
import { unreadablePart } from './unreadable-part.ts'

const usage = 'service install [--data-dir <d>] [--app-url <u>] [--start] [--print] [--json] [--root <folder>]'

/** Commands that a new unit needs before it runs: they create its account and folders. */
const preparation = [['systemd-sysusers'], ['systemd-tmpfiles', '--create', 'coffer.conf']] as const

const activation = [
  ['systemctl', 'daemon-reload'],
  ['systemctl', 'enable', 'coffer'],
  // Also for a service that runs with the former unit; waits until it serves.
  ['systemctl', 'restart', 'coffer'],
] as const

const requireInstallable = ({ node, folder }: ServiceOptions): void => {
  if (process.getuid?.() !== 0) throw new Error('run it as root, or see the unit with --print')
  for (const file of [node, join(folder, 'server', 'main.ts')]) {
    const part = unreadablePart(file)
    if (part !== null)
      throw new Error(`the account coffer cannot read ${part}; move Coffer to a folder such as /opt/coffer`)
  }
}

interface ServiceFile {
  path: string
  text: string
  mode?: number
}

const write = (target: string, files: readonly ServiceFile[]): void => {
  for (const { path, text, mode = 0o644 } of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
    chmodSync(join(target, path), mode)
  }
}

const commandPath = '/usr/local/bin/coffer'

/** Another program of this name stays as it is. */
const isOtherProgram = (file: string): boolean => existsSync(file) && !readFileSync(file, 'utf8').includes(commandMark)

const run = ([command, ...args]: readonly string[]): void => {
  const { status, error } = spawnSync(command as string, args, { stdio: ['ignore', 2, 2] })
  if (status !== 0)
    throw new Error(
      `${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : ''}; see journalctl -u coffer`,
    )
}

/** Folder and account of the service, as its drop-ins say. */
const dataOf = ({ dataDir }: ServiceOptions, target: string) => {
  const { environment, user = 'coffer' } = readService(target) ?? {}
  return { folder: environment?.DATA_DIR ?? dataDir, user }
}

/** The steps that are left without `--start`. A used DATA_DIR gets the service's owner: root may have restored it. */
const nextSteps = (options: ServiceOptions, target: string): string[] => {
  const { folder, user } = dataOf(options, target)
  const isUsed = existsSync(join(target, folder)) && readdirSync(join(target, folder)).length > 0
  const chown = isUsed ? [['chown', '-hR', `${user}:`, folder]] : []
  return [...preparation, ...chown, ...activation].map((step) => step.join(' '))
}

const start = async (options: ServiceOptions): Promise<void> => {
  for (const step of preparation) run(step)
  const { folder, user } = dataOf(options, '/')
  const account = accountNamed(user)
  if (!account) throw new Error(`there is no account ${user}`)
  await handOverDataDir(folder, account)
  for (const step of activation) run(step)
}

/**
 * Writes a hardened systemd unit, its account, its folders and the command `coffer`; `--start` enables and starts it too,
 * and ends when it serves. `--root` writes below another root folder, such as an image's. URL and data folder of an
 * installed unit stay, unless they are given.
 */
export const serviceCommand = async ([action, ...args]: readonly string[]): Promise<void> => {
  if (action !== 'install') throw new UsageError(usage)
  const { values, flags } = readArgs(args, {
    'data-dir': 'string',
    'app-url': 'string',
    root: 'string',
    start: 'boolean',
    print: 'boolean',
    json: 'boolean',
  })
  if (flags.start && (values.root !== undefined || flags.print)) throw new UsageError(usage)
  const target = resolve(values.root ?? '/')
  const kept = installedServiceOptions(values, target)
  const options = parseServiceOptions({ ...values, ...kept })
  const unit = unitFile(options)
  if (flags.print) return void process.stdout.write(flags.json ? `${JSON.stringify({ unit })}\n` : unit)
  if (target === '/') requireInstallable(options)
  const hasOther = isOtherProgram(join(target, commandPath))
  const files: ServiceFile[] = [
    { path: unitPath, text: unit },
    { path: '/etc/sysusers.d/coffer.conf', text: accountFile(options) },
    { path: '/etc/tmpfiles.d/coffer.conf', text: foldersFile(options) },
    ...(hasOther ? [] : [{ path: commandPath, text: commandFile(options), mode: 0o755 }]),
  ]
  write(target, files)
  if (flags.start) await start(options)
  const next = flags.start ? [] : nextSteps(options, target)
  const written = files.map(({ path }) => join(target, path))
  if (flags.json)
    return console.log(JSON.stringify({ files: written, started: flags.start === true, next, kept }, null, 2))
  console.log(`wrote ${written.join(', ')}`)
  const keptOptions = Object.entries(kept).map(([name, value]) => `--${name} ${value}`)
  if (keptOptions.length > 0) console.log(`kept from the former unit: ${keptOptions.join(' ')}`)
  if (hasOther) console.log(`left ${commandPath} as it is, because it is another program`)
  console.log(next.length > 0 ? `Now run: ${next.join(' && ')}` : 'Coffer runs.')
  console.log('The address with the setup token is in: journalctl -u coffer')
  if (!hasOther) console.log('Commands on this instance: coffer help')
}
