import { closeSync, openSync, writeSync } from 'node:fs'
import { noise } from './http.ts'

/** Writes a file of that many bytes. */
export const writeNoise = (path: string, bytes: number): void => {
  const file = openSync(path, 'w')
  for (let left = bytes; left > 0; left -= noise.length) writeSync(file, noise, 0, Math.min(left, noise.length))
  closeSync(file)
}
