/** Random numbers in [0, 1), reproducible by seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `size` bytes, reproducible by `random`. */
export const randomBytes = (size: number, random: () => number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 4) {
    const word = Math.floor(random() * 2 ** 32)
    for (let byte = 0; byte < 4 && at + byte < size; byte++) bytes[at + byte] = (word >>> (8 * byte)) & 255
  }
  return bytes
}
