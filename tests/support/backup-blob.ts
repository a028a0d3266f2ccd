const content = Buffer.from('content')

/** A small blob for a backup store, with a key that it accepts. */
export const backupBlob = {
  key: `aabb${'0'.repeat(28)}`,
  content,
  blob: {
    size: content.length,
    read: async (into: Buffer, position: number): Promise<number> => content.copy(into, 0, position),
    release: (): void => undefined,
  },
}
