import { told } from './realtime.ts'
import { retryDelay } from './retry-delay.ts'

export interface LineDeps {
  /** Whether the session still holds; rejects without a network. */
  signedIn(): Promise<boolean>
  /** The session has ended elsewhere. */
  signedOut(): void
}

/** ms between questions whether the line still carries, and until an answer must have come. */
const askEvery = 25_000
const answerWithin = 8_000
/** Refusals in a row after which the session is asked for: a refused upgrade tells a browser nothing. */
const doubtAfter = 3

/** Keeps one socket to the server open, until closed. */
export const openLine = ({ signedIn, signedOut }: LineDeps): (() => void) => {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let opened = false
  let ended = false
  let answer: ReturnType<typeof setTimeout> | undefined

  const drop = () => {
    const current = socket
    socket = null
    clearTimeout(answer)
    answer = undefined
    if (!current) return
    current.onmessage = null
    current.onclose = null
    current.close()
    told.closed()
  }
  const end = () => {
    ended = true
    clearTimeout(timer)
    drop()
  }
  const doubt = () =>
    signedIn().then(
      (holds) => {
        if (holds || ended) return
        end()
        signedOut()
      },
      () => undefined,
    )
  const later = () => {
    if (ended) return
    clearTimeout(timer)
    timer = setTimeout(connect, retryDelay(failures))
    failures += 1
    if (failures % doubtAfter === 0) void doubt()
  }
  const heard = ({ data }: MessageEvent<string>) => {
    clearTimeout(answer)
    answer = undefined
    const { event, data: facts } = JSON.parse(data) as { event: string; data?: unknown }
    if (event === 'pong') return
    if (event === 'connected') {
      failures = 0
      told.connected((facts as { socket_id: string }).socket_id, opened)
      opened = true
      return
    }
    told.event(event, facts)
    // A changed password ends the session as well, and gives this browser a new one.
    if (event === 'session-revoked') setTimeout(doubt, 1_000)
  }
  function connect() {
    drop()
    if (ended) return
    socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`)
    socket.onmessage = heard
    socket.onclose = () => {
      drop()
      later()
    }
  }
  const ask = () => {
    if (socket?.readyState !== WebSocket.OPEN || answer !== undefined) return
    socket.send('ping')
    answer = setTimeout(connect, answerWithin)
  }
  const woken = () => {
    if (document.visibilityState !== 'visible') return
    if (socket) ask()
    else connect()
  }
  const asking = setInterval(ask, askEvery)
  document.addEventListener('visibilitychange', woken)
  window.addEventListener('online', woken)
  connect()
  return () => {
    clearInterval(asking)
    document.removeEventListener('visibilitychange', woken)
    window.removeEventListener('online', woken)
    end()
  }
}
