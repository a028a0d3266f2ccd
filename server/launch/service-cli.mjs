// coffer <command> …: an operator's command on the instance of the systemd service, with the environment of its unit.
import { statSync } from 'node:fs'
import { launch } from './exec-with-project-node.mjs'
import { requireInstalled } from './install.mjs'
import { readService } from './service-unit.mjs'

// The terminal's environment, not the instance's: a DATABASE_URL set for another program is none of the service's.
const ofTerminal =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|LOG_LEVEL|(https?|no)_proxy|npm_config_\w+)$/i

launch(() => {
  // COFFER_SERVICE_ROOT: the root folder of an image (tests).
  const service = readService(process.env.COFFER_SERVICE_ROOT)
  if (!service) throw new Error('the service is not installed here: npm run cli -- service install writes it')
  requireInstalled()
  // Its compiled code is in a folder that only the account of the service may change.
  const { NODE_COMPILE_CACHE: _cache, ...environment } = service.environment
  const account = process.getuid?.()
  const owner = statSync(environment.DATA_DIR ?? 'data', { throwIfNoEntry: false })?.uid
  if (account !== 0 && owner !== undefined && owner !== account)
    throw new Error(
      `${environment.DATA_DIR} belongs to the account of the service: run the command as root (sudo coffer …)`,
    )
  for (const name of Object.keys(process.env)) if (!ofTerminal.test(name)) delete process.env[name]
  Object.assign(process.env, environment, { COFFER_COMMAND: 'coffer' })
})

await import('./cli.mjs')
