import { maxRemoteUrls, type RejectedReason, remoteUrlProblem } from '../contract.ts'

export interface RejectedLink {
  url: string
  reason: RejectedReason
}

export interface Links {
  /** Without blank lines and repetitions. */
  all: string[]
  /** Those that the server may fetch. */
  urls: string[]
  rejected: RejectedLink[]
  tooMany: boolean
}

/** One link per line, as people paste them. */
export const linksOf = (text: string): Links => {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const all = [...new Set(lines.filter((line) => line !== ''))]
  const rejected = all.flatMap((url) => {
    const reason = remoteUrlProblem(url)
    return reason ? [{ url, reason }] : []
  })
  const urls = all.filter((url) => !rejected.some((one) => one.url === url))
  return { all, urls, rejected, tooMany: urls.length > maxRemoteUrls }
}

/** What the server says of the fields `urls.{n}` of a call that it refused: link → text. */
export const rejectedTexts = (
  errors: Readonly<Record<string, readonly string[]>>,
  urls: readonly string[],
): { url: string; text: string }[] =>
  Object.entries(errors).flatMap(([field, [text]]) => {
    const url = urls[Number(/^urls\.(\d+)$/.exec(field)?.[1])]
    return url === undefined || text === undefined ? [] : [{ url, text }]
  })
