/** Why a file could not be had: `status` 0 without an answer; `message` where the server's words tell more than ours. */
export interface Trouble {
  status: number
  message: string
}

/** What an answer says about the bytes that it does not bring. */
export const troubleOf = async (answer: Response): Promise<Trouble> => {
  const { status } = answer
  if (answer.ok || status === 404 || status >= 500) return { status, message: '' }
  const { code, message } = await answer.json().catch(() => ({}))
  return { status, message: typeof message === 'string' && code !== 'unauthenticated' ? message : '' }
}

/** The same, asked anew with the first byte: HEAD takes nothing and so is not refused what may not be taken. */
export const probeBytes = async (url: string): Promise<Trouble> => {
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=0-0' } })
    // Of an empty file there is no first byte.
    return answer.status === 416 ? { status: 200, message: '' } : await troubleOf(answer)
  } catch {
    return { status: 0, message: '' }
  }
}
