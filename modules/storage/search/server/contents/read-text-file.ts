import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { decodeHTML } from 'entities'
import { maxTextBytes } from './text-source.ts'

/** Share of control characters above which bytes are no text. */
const maxControls = 0.01

/** The first bytes of a file, at most `length`. */
const readStart = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(Math.min(length, (await file.stat()).size))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const withoutCutCharacter = (bytes: Buffer): Buffer | null => {
  for (let cut = 0; cut < 4 && cut <= bytes.length; cut++) {
    const part = bytes.subarray(0, bytes.length - cut)
    if (isUtf8(part)) return part
  }
  return null
}

/** Whether every second byte of Latin letters in UTF-16 is zero, at even or odd places; null for other bytes. */
const utf16Of = (bytes: Buffer): 'utf-16le' | 'utf-16be' | null => {
  const head = bytes.subarray(0, 4_096)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 5 && even < odd / 10) return 'utf-16le'
  return even > head.length / 5 && odd < even / 10 ? 'utf-16be' : null
}

/** Bytes as text: UTF-8, UTF-16 or, if neither fits, Windows-1252, which Latin-1 is a part of. Throws for other data. */
const decodeText = (bytes: Buffer): string => {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0
  const utf16 = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : utf16Of(bytes)
  const text = utf16
    ? new TextDecoder(utf16).decode(bytes)
    : new TextDecoder(withoutCutCharacter(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells text from data
  const controls = text.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0
  if (controls > text.length * maxControls) throw new Error('no text')
  return text
}

/** Markup without its scripts, styles and tags. In linear time, whatever the text. */
const withoutTags = (text: string): string => {
  let kept = ''
  let at = 0
  for (const { index, 1: name } of text.matchAll(/<(script|style)\b/gi)) {
    if (index < at) continue
    kept += text.slice(at, index)
    const end = new RegExp(`</${name}`, 'gi')
    end.lastIndex = index
    at = end.exec(text)?.index ?? text.length
  }
  return decodeHTML((kept + text.slice(at)).replace(/<[^<>]*>/g, ' '))
}

/** The beginning of a text file. */
export const decodedText = async (path: string, { isMarkup }: { isMarkup: boolean }): Promise<string> => {
  const text = decodeText(await readStart(path, maxTextBytes))
  return isMarkup ? withoutTags(text) : text
}
