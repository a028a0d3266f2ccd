/** Without similar ones: people read passwords out and copy them by hand. */
const signs = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const groups = 4
const groupLength = 4

/** A password of equally likely characters, about 92 bits: `kR7m-Tq3x-9vHd-Wp4e`. */
export const generatePassword = (
  random: (count: number) => Uint8Array = (n) => crypto.getRandomValues(new Uint8Array(n)),
) => {
  // Bytes that would favor the first characters are discarded.
  const fair = 256 - (256 % signs.length)
  const targets: string[] = []
  while (targets.length < groups * groupLength)
    for (const byte of random(groups * groupLength)) if (byte < fair) targets.push(signs.charAt(byte % signs.length))
  return Array.from({ length: groups }, (_, group) =>
    targets.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}
