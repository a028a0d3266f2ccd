import { ConfigError } from '../modules/platform/launch.ts'

interface Failure extends Error {
  code?: string
  port?: number
  address?: string
  path?: string
  syscall?: string
  /** Variable that sets the port, if it is not PORT. */
  setting?: string
}

type Explain = (failure: Failure) => string | null

const database: Explain = ({ code, message }) =>
  `the database of DATABASE_URL cannot be used (${code}): ${message.split('\n')[0]}`
const disk: Explain = ({ path }) => `the disk is full${path ? ` (${path})` : ''}: free some space, or set DATA_DIR`
/** Not of a program that cannot be run. */
const folder: Explain = ({ path, code, syscall }) =>
  path && !syscall?.startsWith('spawn')
    ? `${path} cannot be written (${code}): let this account write it, or set DATA_DIR`
    : null

/** By the code of the system or of PostgreSQL. */
const explanations: Record<string, Explain> = {
  EADDRINUSE: ({ port, setting = 'PORT' }) =>
    `port ${port} is in use by another program: stop that, or set ${setting} to another one`,
  EADDRNOTAVAIL: ({ address }) => `${address} is no address of this machine: set HOST to one of its own`,
  EACCES: (failure) =>
    failure.syscall === 'listen'
      ? `port ${failure.port} needs root: set ${failure.setting ?? 'PORT'} to 1024 or more`
      : folder(failure),
  EPERM: folder,
  EROFS: folder,
  ENOSPC: disk,
  EDQUOT: disk,
  '53100': disk,
  // The folder of a socket.
  ENOENT: (failure) => (failure.syscall === 'connect' ? database(failure) : null),
  ECONNREFUSED: database,
  ENOTFOUND: database,
  EAI_AGAIN: database,
  ETIMEDOUT: database,
  EHOSTUNREACH: database,
  ENETUNREACH: database,
  '28000': database,
  '28P01': database,
  '3D000': database,
  '42501': database,
}

/**
 * The error with its causes and parts. An aggregate without a message of its own is left out: Node throws one when a connection
 * fails at every IP address of a name.
 */
const causesOf = (error: unknown): Failure[] => {
  if (!(error instanceof Error)) return []
  const { cause } = error
  const parts = error instanceof AggregateError ? error.errors : []
  const reported = parts.length > 0 && !error.message ? [] : [error]
  return [...reported, ...[cause, ...parts].flatMap(causesOf)]
}

/** Message of an error, or of its first cause that has one, in one line. */
export const messageOf = (error: unknown): string => {
  const [message = ''] = causesOf(error).flatMap(({ message, code }) => message || code || [])
  return (message || String(error)).split('\n')[0] as string
}

/** One line for a start that failed for a reason outside of Coffer, with its repair; null for all others. */
export const startProblemText = (error: unknown): string | null => {
  if (error instanceof ConfigError) return error.message
  for (const failure of causesOf(error)) {
    // PostgreSQL's own programs say it in their output only.
    const code = /No space left on device/.test(failure.message) ? 'ENOSPC' : (failure.code ?? '')
    const text = explanations[code]?.(failure)
    if (text) return text
  }
  return null
}
