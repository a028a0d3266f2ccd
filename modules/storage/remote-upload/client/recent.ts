import { readStorage, writeStorage } from '../../../web/contract.ts'

/** FNV-1a: what is kept tells nobody the way in, for that is a secret. */
const hashOf = (name: string): string => {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
  return (hash >>> 0).toString(36)
}

const keyOf = (name: string) => `remote-uploads ${hashOf(name)}`

/** Whether this browser had something fetched that it has not seen the end of. */
export const isRemembered = (name: string): boolean => readStorage(keyOf(name)) !== null

export const remember = (name: string, on: boolean): void => writeStorage(keyOf(name), on ? '1' : null)
