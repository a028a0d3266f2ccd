import { isRemoteUrl, maxRemoteUrls } from '../../contract.ts'

export interface Links {
  /** Without blank lines and repetitions. */
  urls: string[]
  /** Line of each of them, from 1. */
  lines: number[]
  /** Lines that are no links. */
  wrong: number[]
  tooMany: boolean
}

/** One link per line, as people paste them. */
export const linksOf = (text: string): Links => {
  const found = new Map<string, number>()
  text.split(/\r?\n/).forEach((line, at) => {
    const url = line.trim()
    if (url !== '' && !found.has(url)) found.set(url, at + 1)
  })
  return {
    urls: [...found.keys()],
    lines: [...found.values()],
    wrong: [...found].filter(([url]) => !isRemoteUrl(url)).map(([, line]) => line),
    tooMany: found.size > maxRemoteUrls,
  }
}

/** Lines of the fields `urls.{n}` that the server refused. */
export const refusedLines = (errors: Record<string, unknown>, { lines }: Links): number[] =>
  Object.keys(errors).flatMap((field) => lines[Number(/^urls\.(\d+)$/.exec(field)?.[1])] ?? [])
