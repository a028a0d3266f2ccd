import { readStorage, writeStorage } from '../../../web/contract.ts'

/** FNV-1a hash, because the name contains a secret token that must not be stored. */
const hashOf = (name: string): string => {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
  return (hash >>> 0).toString(36)
}

const keyOf = (name: string) => `remote-uploads ${hashOf(name)}`

/** Whether this browser started a remote upload under this name and has not seen its end. */
export const isRecent = (name: string): boolean => readStorage(keyOf(name)) !== null

export const setRecent = (name: string, on: boolean): void => writeStorage(keyOf(name), on ? '1' : null)
