import { BackupError, ConfigError, SettingError } from '../modules/platform/index.ts'
import { AdminCommandError } from '../modules/users/index.ts'
import { UsageError } from './cli/args.ts'
import { backup } from './cli/backup.ts'
import { billing } from './cli/billing.ts'
import { blobs } from './cli/blobs.ts'
import { doctor } from './cli/doctor.ts'
import { jobs } from './cli/jobs.ts'
import { mails } from './cli/mails.ts'
import { fsck, gc } from './cli/maintenance.ts'
import { migrations } from './cli/migrations.ts'
import { openapi } from './cli/openapi.ts'
import { restore } from './cli/restore.ts'
import { rotateKey } from './cli/rotate-key.ts'
import { routes } from './cli/routes.ts'
import { service } from './cli/service.ts'
import { setting } from './cli/setting.ts'
import { setup } from './cli/setup.ts'
import { user } from './cli/user.ts'

interface Command {
  run(args: readonly string[]): Promise<unknown>
  /** Lines of `help`, without the indentation: usage, then what it does from column 56 on. */
  help: readonly string[]
}

const commands: Record<string, Command> = {
  doctor: {
    run: doctor,
    help: [
      'doctor [--json]                                        checks the instance; says how to repair what is wrong',
    ],
  },
  migrations: {
    run: migrations,
    help: [
      'migrations [--json]                                    what this version will change in the database; changes nothing',
    ],
  },
  routes: {
    run: routes,
    help: ['routes [--json]                                        every endpoint, with who may call it'],
  },
  openapi: {
    run: openapi,
    help: ['openapi [--out <file>] [--json]                        the HTTP API as an OpenAPI 3.1 document'],
  },
  setup: {
    run: setup,
    help: [
      'setup --admin-email <e> --admin-password <p> [--admin-name <n>] [--title <t>] [--subscription none|fixed|metered] [--json]',
      '  [--storage s3|storj|spaces|wasabi|backblaze|oss|other --s3-key <k> --s3-secret <s> --s3-region <r> --s3-bucket <b> [--s3-endpoint <url>]]',
    ],
  },
  user: {
    run: user,
    help: [
      'user list [--json]',
      'user create --email <e> --password <p> [--name <n>] [--role user|admin]',
      'user password --email <e> --password <p>               and signs out everywhere',
      'user role --email <e> --role user|admin',
      'user suspend --email <e>, user reactivate --email <e>   each with [--json]',
    ],
  },
  setting: {
    run: setting,
    help: [
      'setting [--list] [--json]                              every setting: value, type, limits, default',
      'setting <name> [value | --default] [--force] [--json]  shows or changes a setting; --force: a currency in use too',
    ],
  },
  jobs: {
    run: jobs,
    help: [
      'jobs [--json], jobs failed [--json]                    scheduled jobs; jobs that failed, with the reason',
      'jobs run <name>, jobs retry <id> [--json]              runs a job now; lets a failed one run again',
    ],
  },
  billing: {
    run: billing,
    help: [
      'billing recompute --period <YYYY-MM> [--user <id>] [--json]  computes the bills of a month again; exit code 1 = differences',
    ],
  },
  mails: {
    run: mails,
    help: ['mails preview [--out <folder>] [--json]                writes every email in every language; sends none'],
  },
  fsck: {
    run: fsck,
    help: ['fsck [--deep] [--json] [--grace <hours>]               compares database and disk; exit code 1 = findings'],
  },
  gc: {
    run: gc,
    help: ['gc [--json] [--grace <hours>]                          deletes leftover files of uploads and deletions'],
  },
  blobs: {
    run: blobs,
    help: ['blobs move --to <URL | local> [--json]                 moves the content of all files to another store'],
  },
  backup: {
    run: backup,
    help: [
      'backup <folder | s3://…> [--keep <n>] [--json]         backs up database and files, while the server runs',
      'backup <folder | s3://…> --verify [--id <id>] [--json] reads a backup and compares every hash',
    ],
  },
  'rotate-key': {
    run: rotateKey,
    help: [
      'rotate-key [--json]                                     replaces APP_KEY and encrypts all secrets again; stop the server first',
    ],
  },
  service: {
    run: service,
    help: [
      'service install [--data-dir <d>] [--app-url <u>]       writes a hardened systemd unit, its account and its folders',
      '  [--start] [--print] [--json] [--root <folder>]       and starts it; shows the unit; writes below another root',
    ],
  },
  restore: {
    run: restore,
    help: [
      'restore <folder | s3://…> [--id <id>] [--json]         restores a backup into an empty DATA_DIR and database',
    ],
  },
}
/** The plural that people type. */
const aliases: Record<string, string> = { settings: 'setting' }

const helpOf = (lines: readonly string[]) =>
  ['npm run cli -- <command>', ...lines.map((line) => `  ${line}`)].join('\n')
const allHelp = () => helpOf(Object.values(commands).flatMap(({ help }) => help))

/** Exit code 0: done; 1: rejected or failed, with a one-line reason; 2: wrong usage. */
const main = async ([name, ...args]: readonly string[]): Promise<number> => {
  if (name === undefined || name === 'help' || name === '--help') {
    console.log(allHelp())
    return name === undefined ? 2 : 0
  }
  const known = aliases[name] ?? name
  const command = Object.hasOwn(commands, known) ? commands[known] : undefined
  if (!command) {
    console.error(`There is no command ${name}. npm run cli -- help shows them all.`)
    return 2
  }
  if (args.includes('--help')) {
    console.log(helpOf(command.help))
    return 0
  }
  try {
    const code = await command.run(args)
    return typeof code === 'number' ? code : 0
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message)
      return 2
    }
    const isExpected = [AdminCommandError, BackupError, ConfigError, SettingError].some((type) => error instanceof type)
    console.error(
      isExpected
        ? (error as Error).message
        : `${name} failed: ${String((error as Error)?.message ?? error).split('\n')[0]}`,
    )
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
