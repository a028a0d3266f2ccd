import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface ListedRoute {
  method: string
  path: string
  access?: string
  /** Status codes that have a declared body schema (or none by declaration). */
  responses?: number[]
}

const accesses = ['public', 'session', 'admin', 'link', 'share', 'fileRequest', 'installer', 'webhook']
const run = promisify(execFile)

/** Faults of the endpoints that `cli routes --json` prints; one line each. */
export const routeFaults = (routes: ListedRoute[]): string[] => {
  const faults: string[] = []
  const seen = new Set<string>()
  for (const { method, path, access, responses } of routes) {
    const name = `${method} ${path}`
    if (seen.has(name)) faults.push(`${name} is listed twice`)
    seen.add(name)
    if (!access || !accesses.includes(access)) faults.push(`${name} declares no access`)
    if (!responses?.some((status) => status < 400)) faults.push(`${name} declares no response schema`)
  }
  return faults
}

/** Runs `cli routes` with a temporary folder and key, without a database. */
export const listRoutes = async (root: string): Promise<ListedRoute[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coffer-routes-'))
  try {
    const { stdout } = await run(process.execPath, ['server/cli.ts', 'routes', '--json'], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
      timeout: 180_000,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'fatal', DATA_DIR: dataDir },
    })
    const listed = JSON.parse(stdout) as ListedRoute[] | { routes: ListedRoute[] }
    return Array.isArray(listed) ? listed : listed.routes
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
