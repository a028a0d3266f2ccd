import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../../../modules/platform/postgres.ts'
import { appScript } from '../../support/app-script.ts'
import { startScript, stopChild } from './processes.ts'

/** Port of the web server that links are fetched from, below the ephemeral range; the instance may connect to it. */
export const sourcePort = 27_990

const root = new URL('../../../', import.meta.url).pathname
const account = { email: 'bench@example.com', password: 'a long bench passphrase' }

export interface BenchServer {
  url: URL
  pid: number
  /** Id of the only user. */
  account: { email: string; password: string }
  /** Their bearer token. */
  token: string
  dataDir: string
  /** The instance's own embedded database, for peers and seeds. */
  databaseUrl: string
  restart(): Promise<number>
  stop(): Promise<void>
}

/**
 * A new instance in a temporary folder beside the checkout, so that both use the same disk; or the instance in `kept`,
 * created the first time and never removed. `variables`: of its environment.
 */
export const startCoffer = async (kept?: string, variables: Record<string, string> = {}): Promise<BenchServer> => {
  const dataDir = kept ?? mkdtempSync(join(process.env.BENCH_DIR ?? '/var/tmp', 'coffer-bench-'))
  const installed = existsSync(join(dataDir, 'postgres'))
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    APP_URL: '',
    API_RATE_LIMIT: '0,0',
    EGRESS_ALLOW: `127.0.0.1:${sourcePort}`,
    ...variables,
  }
  const cli = (...args: string[]) =>
    execFileSync(process.execPath, [appScript('cli'), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  if (!installed) {
    cli('setup', '--admin-email', account.email, '--admin-password', account.password)
    cli('setting', 'storage_limitation', '0')
  }
  let child: ChildProcess
  const start = async () => {
    const started = process.hrtime.bigint()
    const ready = await startScript([`${root}server/launch/start.mjs`], /ready at (\S+)/, env)
    child = ready.child
    return { url: new URL(ready.match), took: Number(process.hrtime.bigint() - started) / 1e9 }
  }
  const { url } = await start()
  // Seeded files have no content: lets it start again, as an administrator who has lost the content.
  copyFileSync(join(dataDir, 'blobs', 'coffer-installation'), join(dataDir, 'blobs', 'coffer-empty'))
  const database = await startEmbedded(join(dataDir, 'postgres'))
  const answer = await fetch(new URL('/api/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await csrf(url)) },
    body: JSON.stringify(account),
  })
  const body = (await answer.json()) as { data: { token: string } }
  const server: BenchServer = {
    url,
    get pid() {
      return child.pid as number
    },
    account,
    token: body.data.token,
    dataDir,
    databaseUrl: database.url,
    async restart() {
      await stopChild(child)
      const again = await start()
      server.url = again.url
      return again.took
    },
    async stop() {
      await stopChild(child)
      await database.stop()
      if (!kept) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return server
}

const csrf = async (url: URL): Promise<Record<string, string>> => {
  const answer = await fetch(new URL('/api/csrf', url))
  const cookie =
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('XSRF-TOKEN='))
      ?.split(';')[0] ?? ''
  return { cookie, 'x-xsrf-token': cookie.slice('XSRF-TOKEN='.length) }
}
