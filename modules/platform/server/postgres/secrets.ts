import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecret } from '../atomic-file.ts'

export interface Secrets {
  /** Password of the superuser `postgres`: initdb and the creation of database and role only. */
  superuser: string
  /** Password of the role `coffer`, which the app uses. */
  app: string
}

export const databaseName = 'coffer'
export const appRole = 'coffer'
export const superuserRole = 'postgres'

/** Reads `password` (two lines, 0600), or makes it. */
export const readSecrets = (dir: string): Secrets => {
  const file = join(dir, 'password')
  if (!existsSync(file)) {
    const fresh = `${randomBytes(24).toString('base64url')}\n${randomBytes(24).toString('base64url')}\n`
    writeSecret(file, fresh)
  }
  const [superuser, app] = readFileSync(file, 'utf8').split('\n')
  if (!superuser || !app) throw new Error(`${file} is damaged: it must hold two lines, one password each`)
  return { superuser, app }
}

/** `socket`: the folder of a socket to take in place of TCP. */
export const urlOf = (
  role: string,
  password: string,
  port: number,
  database: string,
  socket: string | null = null,
): string => {
  const address = `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
  return socket === null ? address : `${address}?host=${encodeURIComponent(socket)}`
}
