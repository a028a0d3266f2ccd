import { ConfigError, SettingError } from '../modules/platform/index.ts'
import { AdminCommandError } from '../modules/users/index.ts'
import { UsageError } from './cli/args.ts'
import { billing } from './cli/billing.ts'
import { jobs } from './cli/jobs.ts'
import { mails } from './cli/mails.ts'
import { fsck, gc } from './cli/maintenance.ts'
import { openapi } from './cli/openapi.ts'
import { routes } from './cli/routes.ts'
import { setting } from './cli/setting.ts'
import { setup } from './cli/setup.ts'
import { user } from './cli/user.ts'

const help = `npm run cli -- <command>
  routes [--json]                                          every endpoint, with who may call it
  openapi [--out <file>]                                   the HTTP API as an OpenAPI 3.1 document
  setup --admin-email <e> --admin-password <p> [--admin-name <n>] [--title <t>] [--subscription none|fixed|metered]
  user create --email <e> --password <p> [--name <n>] [--role user|admin]
  user password --email <e> --password <p>                 and signs out everywhere
  user role --email <e> --role user|admin
  setting [--list]                                         every setting: value, type, limits, default
  setting <name> [value | --default]                       shows or changes a setting
  jobs [run <name>]                                        lists scheduled jobs, or runs one now
  billing recompute --period <YYYY-MM> [--user <id>]       computes the bills of a month again; exit code 1 = differences
  mails preview [--out <folder>]                           writes every email in every language; sends none
  fsck [--deep] [--json] [--grace <hours>]                 compares database and disk; exit code 1 = findings
  gc [--grace <hours>]                                     deletes leftover files of uploads and deletions`

const commands: Record<string, (args: readonly string[]) => Promise<unknown>> = {
  routes,
  openapi,
  setup,
  user,
  setting,
  billing,
  jobs,
  mails,
  fsck,
  gc,
}

/** Exit code 0: done; 1: rejected or failed, with a one-line reason; 2: wrong usage. */
const main = async ([name, ...args]: readonly string[]): Promise<number> => {
  if (name === undefined || name === 'help' || name === '--help') {
    console.log(help)
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(`There is no command ${name}. npm run cli -- help shows them all.`)
    return 2
  }
  try {
    const code = await command(args)
    return typeof code === 'number' ? code : 0
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message)
      return 2
    }
    const known = [AdminCommandError, ConfigError, SettingError].some((type) => error instanceof type)
    console.error(
      known ? (error as Error).message : `${name} failed: ${String((error as Error)?.message ?? error).split('\n')[0]}`,
    )
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
