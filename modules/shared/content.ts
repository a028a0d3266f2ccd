/** Response headers that the API document describes. */
export type HeaderName =
  | 'accept-ranges'
  | 'cache-control'
  | 'content-disposition'
  | 'content-range'
  | 'etag'
  | 'last-modified'
  | 'location'

/** A body that is not JSON, or a response that is only headers (`mediaType` null). The handler sends it itself. */
export interface Content {
  mediaType: string | null
  headers: readonly HeaderName[]
}

export const content = (mediaType: string, headers: readonly HeaderName[] = []): Content => ({ mediaType, headers })
/** A redirect: no body, and where to go. */
export const redirect: Content = { mediaType: null, headers: ['location'] }
/** 304: the client's version is current. */
export const notModified: Content = { mediaType: null, headers: ['etag', 'cache-control'] }

const download = ['etag', 'last-modified', 'content-disposition', 'cache-control', 'accept-ranges'] as const
/** The responses of a download with ranges (RFC 9110 §14); 416 is an error code. */
export const rangedContent = (mediaType: string) => ({
  200: content(mediaType, download),
  206: content(mediaType, [...download, 'content-range']),
  304: notModified,
})
/** Whether a declared response is `Content`: a schema has no `mediaType`. */
export const isContent = (response: object | null | undefined): response is Content =>
  response !== null && response !== undefined && 'mediaType' in response
