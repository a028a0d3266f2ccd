import { readStorage, writeStorage } from '../client/browser-storage.ts'

const maxRecent = 24
const key = (name: string) => `emoji-${name}`

const read = (name: string): string => readStorage(key(name)) ?? ''
const write = (name: string, value: string): void => writeStorage(key(name), value)

/** Emoji last used in this browser, newest first. */
export const recentEmoji = (): string[] => read('recent').split(' ').filter(Boolean).slice(0, maxRecent)

export const addRecentEmoji = (char: string): void => {
  write('recent', [char, ...recentEmoji().filter((other) => other !== char)].slice(0, maxRecent).join(' '))
}

/** Preferred skin tone. 0: none, 1–5: light to dark. */
export const preferredTone = (): number => Number(/^[1-5]$/.exec(read('tone'))?.[0] ?? 0)
export const savePreferredTone = (tone: number): void => write('tone', String(tone))
