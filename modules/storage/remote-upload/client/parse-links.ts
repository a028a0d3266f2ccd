import { maxRemoteUrls, type RejectedReason, remoteUrlProblem } from '../contract.ts'

export interface RejectedLink {
  url: string
  reason: RejectedReason
}

export interface ParsedLinks {
  /** Without blank and repeated lines. */
  all: string[]
  /** Links that the server can fetch. */
  urls: string[]
  rejected: RejectedLink[]
  tooMany: boolean
}

/** Parses pasted text with one link per line. */
export const parseLinks = (text: string): ParsedLinks => {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const all = [...new Set(lines.filter((line) => line !== ''))]
  const rejected = all.flatMap((url) => {
    const reason = remoteUrlProblem(url)
    return reason ? [{ url, reason }] : []
  })
  const urls = all.filter((url) => !rejected.some((link) => link.url === url))
  return { all, urls, rejected, tooMany: urls.length > maxRemoteUrls }
}

/** Maps the field errors `urls.{n}` of a rejected call to the links. */
export const rejectionTexts = (
  errors: Readonly<Record<string, readonly string[]>>,
  urls: readonly string[],
): { url: string; text: string }[] =>
  Object.entries(errors).flatMap(([field, [text]]) => {
    const url = urls[Number(/^urls\.(\d+)$/.exec(field)?.[1])]
    return url === undefined || text === undefined ? [] : [{ url, text }]
  })
