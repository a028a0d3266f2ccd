import { closeSync, openSync, writeSync } from 'node:fs'
import { noiseBytes } from './http.ts'

/** Writes a file of that many bytes. */
export const writeNoise = (path: string, bytes: number): void => {
  const file = openSync(path, 'w')
  for (let left = bytes; left > 0; left -= noiseBytes.length)
    writeSync(file, noiseBytes, 0, Math.min(left, noiseBytes.length))
  closeSync(file)
}
