import { backup } from './backup.ts'
import { billing } from './billing.ts'
import { blobs } from './blobs.ts'
import { doctor } from './doctor.ts'
import { jobs } from './jobs.ts'
import { mails } from './mails.ts'
import { fsck, gc } from './maintenance.ts'
import { migrations } from './migrations.ts'
import { openapi } from './openapi.ts'
import { restore } from './restore.ts'
import { rotateKey } from './rotate-key.ts'
import { routes } from './routes.ts'
import { service } from './service.ts'
import { setting } from './setting.ts'
import { setup } from './setup.ts'
import { user } from './user.ts'

export interface Command {
  run(args: readonly string[]): Promise<unknown>
  /** True: root stays root, and does not continue as the owner of DATA_DIR, because the command writes elsewhere. */
  asRoot?: true
  /** Lines of `help`, without the indentation: usage, and from column 56 on a description. */
  help: readonly string[]
}

/** The operator's commands by name. */
export const commands: Record<string, Command> = {
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
      'jobs drop <id> [--json]                                deletes a failed job',
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
    asRoot: true,
    help: [
      'backup <folder | s3://…> [--keep <n>] [--json]         backs up database and files, while the server runs',
      'backup <folder | s3://…> --verify [--id <id>] [--json] reads a backup and compares every hash',
    ],
  },
  'rotate-key': {
    run: rotateKey,
    help: [
      'rotate-key [--lost] [--json]                            replaces APP_KEY and encrypts all secrets again; stop the server first',
    ],
  },
  service: {
    run: service,
    asRoot: true,
    help: [
      'service install [--data-dir <d>] [--app-url <u>]       writes a hardened systemd unit, its account and its folders',
      '  [--start] [--print] [--json] [--root <folder>]       and starts it; shows the unit; writes below another root',
    ],
  },
  restore: {
    run: restore,
    help: [
      'restore <folder | s3://…> [--id <id>]                  restores a backup into an empty DATA_DIR and database;',
      '  [--without-damaged] [--json]                         also one in which blobs are damaged, without them',
    ],
  },
}
