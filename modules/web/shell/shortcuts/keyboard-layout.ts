import { learnLetter } from './keys.ts'

/** Learns all letters of the keyboard layout, where the browser tells it (Chromium, outside of frames). */
export const learnLayout = async (): Promise<void> => {
  const { keyboard } = navigator as { keyboard?: { getLayoutMap(): Promise<Iterable<[code: string, key: string]>> } }
  for (const [code, key] of (await keyboard?.getLayoutMap().catch(() => [])) ?? []) learnLetter(code, key)
}
