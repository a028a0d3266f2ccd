interface CliCommand {
  run(args: readonly string[]): Promise<unknown>
  /** True: root stays root, and does not continue as the owner of DATA_DIR, because the command writes elsewhere. */
  asRoot?: true
  /** Lines of `help`, without the indentation: usage, and from column 56 on a description. */
  help: readonly string[]
}

/** The operator's commands by name. Each loads its code when it runs: the whole product takes half a second. */
export const commands: Record<string, CliCommand> = {
  doctor: {
    run: async (args) => (await import('./doctor.ts')).doctorCommand(args),
    help: [
      'doctor [--json]                                        checks the instance; says how to repair what is wrong',
    ],
  },
  migrations: {
    run: async (args) => (await import('./migrations.ts')).migrationsCommand(args),
    help: [
      'migrations [--json]                                    what this version will change in the database; changes nothing',
    ],
  },
  routes: {
    run: async (args) => (await import('./routes.ts')).routesCommand(args),
    help: ['routes [--json]                                        every endpoint, with who may call it'],
  },
  openapi: {
    run: async (args) => (await import('./openapi.ts')).openapiCommand(args),
    help: ['openapi [--out <file>] [--json]                        the HTTP API as an OpenAPI 3.1 document'],
  },
  setup: {
    run: async (args) => (await import('./setup.ts')).setupCommand(args),
    help: [
      'setup --admin-email <e> --admin-password <p> [--admin-name <n>] [--title <t>] [--subscription none|fixed|metered] [--json]',
      '  [--storage s3|storj|spaces|wasabi|backblaze|oss|other --s3-key <k> --s3-secret <s> --s3-region <r> --s3-bucket <b> [--s3-endpoint <url>]]',
    ],
  },
  user: {
    run: async (args) => (await import('./user.ts')).userCommand(args),
    help: [
      'user list [--json]',
      'user create --email <e> --password <p> [--name <n>] [--role user|admin]',
      'user password --email <e> --password <p> [--reset-second-factor]   and signs out everywhere',
      'user role --email <e> --role user|admin',
      'user suspend --email <e>, user reactivate --email <e>   each with [--json]',
    ],
  },
  setting: {
    run: async (args) => (await import('./setting.ts')).settingCommand(args),
    help: [
      'setting [--list] [--json]                              every setting: value, type, limits, default',
      'setting <name> [value | --default] [--force] [--json]  shows or changes a setting; --force: a currency in use, or what fails a test, too',
    ],
  },
  links: {
    run: async (args) => (await import('./links.ts')).linksCommand(args),
    help: [
      'links free <custom link> [--json]                      lets every account use the custom link of an ended link at once',
    ],
  },
  jobs: {
    run: async (args) => (await import('./jobs.ts')).jobsCommand(args),
    help: [
      'jobs [--json], jobs failed [--json]                    scheduled jobs; jobs that failed, with the reason',
      'jobs run <name>, jobs retry <id> [--json]              runs a job now; lets a failed one run again',
      'jobs drop <id> [--json]                                deletes a failed job',
    ],
  },
  billing: {
    run: async (args) => (await import('./billing.ts')).billingCommand(args),
    help: [
      'billing recompute --period <YYYY-MM> [--user <id>] [--json]  computes the bills of a month again; exit code 1 = differences',
    ],
  },
  mails: {
    run: async (args) => (await import('./mails.ts')).mailsCommand(args),
    help: ['mails preview [--out <folder>] [--json]                writes every email in every language; sends none'],
  },
  fsck: {
    run: async (args) => (await import('./maintenance.ts')).fsckCommand(args),
    help: ['fsck [--deep] [--repair] [--json] [--grace <hours>]    compares database and disk; exit code 1 = findings'],
  },
  gc: {
    run: async (args) => (await import('./maintenance.ts')).gcCommand(args),
    help: ['gc [--json] [--grace <hours>]                          deletes leftover files of uploads and deletions'],
  },
  blobs: {
    run: async (args) => (await import('./blobs.ts')).blobsCommand(args),
    help: [
      'blobs move --to <URL | local> [--json]                 moves the content of all files to another store',
      'blobs take-over [--json]                               uses a bucket and backups that another copy has used; it has ended',
    ],
  },
  backup: {
    run: async (args) => (await import('./backup.ts')).backupCommand(args),
    asRoot: true,
    help: [
      'backup <folder | s3://…> [--keep <n>] [--json]         backs up database and files, while the server runs',
      'backup <folder | s3://…> --verify [--id <id>] [--json] reads a backup and compares every hash',
    ],
  },
  'rotate-key': {
    run: async (args) => (await import('./rotate-key.ts')).rotateKeyCommand(args),
    help: [
      'rotate-key [--lost] [--json]                            replaces APP_KEY and encrypts all secrets again; stop the server first',
    ],
  },
  service: {
    run: async (args) => (await import('./service.ts')).serviceCommand(args),
    asRoot: true,
    help: [
      'service install [--data-dir <d>] [--app-url <u>]       writes a hardened systemd unit, its account and its folders',
      '  [--start] [--print] [--json] [--root <folder>]       and starts it; shows the unit; writes below another root',
    ],
  },
  restore: {
    run: async (args) => (await import('./restore.ts')).restoreCommand(args),
    help: [
      'restore <folder | s3://…> [--id <id>]                  restores a backup into an empty DATA_DIR and database;',
      '  [--take-over]                                        in place of the former installation, which has ended',
      '  [--without-damaged]                                  also one in which blobs are damaged, without them',
      '  [--without-variables] [--json]                       into DATA_DIR, where the former one had DATABASE_URL or BLOB_URL',
    ],
  },
}
