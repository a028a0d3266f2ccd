import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecretFile } from '../atomic-file.ts'

export interface PostgresSecrets {
  /** Password of the superuser `postgres`, used only to create cluster, database and role. */
  superuser: string
  /** Password of the app's role `coffer`. */
  app: string
}

export const databaseName = 'coffer'
export const appRole = 'coffer'
export const superuserRole = 'postgres'

/** Reads the file `password` (two lines, mode 0600), or creates it. */
export const readSecrets = (dir: string): PostgresSecrets => {
  const file = join(dir, 'password')
  if (!existsSync(file)) {
    const text = `${randomBytes(24).toString('base64url')}\n${randomBytes(24).toString('base64url')}\n`
    writeSecretFile(file, text)
  }
  const [superuser, app] = readFileSync(file, 'utf8').split('\n')
  if (!superuser || !app) throw new Error(`${file} is damaged: it must hold two lines, one password each`)
  return { superuser, app }
}

/** Connection URL; `socket` is the folder of a socket to use instead of TCP. */
export const urlOf = (
  role: string,
  password: string,
  port: number,
  database: string,
  socket: string | null = null,
): string => {
  const url = `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
  return socket === null ? url : `${url}?host=${encodeURIComponent(socket)}`
}
