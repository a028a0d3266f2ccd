/** A rejection that the protocol defines itself, without a text for people. */
export class DavError extends Error {
  readonly status: number
  /** Element of `DAV:error`, such as `lock-token-submitted`; null: the status tells everything. */
  readonly condition: string | null
  /** URL paths that the condition names. */
  readonly hrefs: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    condition: string | null = null,
    { hrefs = [], headers = {} }: { hrefs?: readonly string[]; headers?: Record<string, string> } = {},
  ) {
    super(condition ?? `status ${status}`)
    this.status = status
    this.condition = condition
    this.hrefs = hrefs
    this.headers = headers
  }
}
