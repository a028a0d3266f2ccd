import { readlinkSync } from 'node:fs'

const readNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')
  } catch {
    return ''
  }
}

/** Number of this process's pid namespace, of which each container has its own; '' where the system does not tell. */
export const pidNamespace = readNamespace()

/** Whether process ids of `namespace` are meaningless to this process. */
export const isForeignNamespace = (namespace: string): boolean =>
  namespace !== '' && pidNamespace !== '' && namespace !== pidNamespace
