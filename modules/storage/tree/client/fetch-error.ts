/**
 * Why a file could not be fetched. `status` is 0 without a response; `message` is the server's text where it is more
 * specific than ours.
 */
export interface FetchError {
  status: number
  message: string
}

/** Derives the error from a response. */
export const fetchErrorOf = async (answer: Response): Promise<FetchError> => {
  const { status } = answer
  if (answer.ok || status === 404 || status >= 500) return { status, message: '' }
  const { code, message } = await answer.json().catch(() => ({}))
  return { status, message: typeof message === 'string' && code !== 'unauthenticated' ? message : '' }
}

/**
 * Requests the first byte of a file. Not HEAD, because HEAD is exempt from download limits and would hide their errors.
 */
export const probeFile = async (url: string): Promise<FetchError> => {
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=0-0' } })
    // An empty file has no first byte.
    return answer.status === 416 ? { status: 200, message: '' } : await fetchErrorOf(answer)
  } catch {
    return { status: 0, message: '' }
  }
}
