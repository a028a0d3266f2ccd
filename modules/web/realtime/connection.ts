import { settingsChanged } from '../../shared/contract.ts'
import { pageAccount } from '../client/page-account.ts'
import { realtimeEmitter } from './realtime.ts'
import { retryDelay } from './retry-delay.ts'

export interface ConnectionDeps {
  /** Whether the page's account is still signed in; rejects without a network. */
  isSignedIn(): Promise<boolean>
  /** Called, maybe repeatedly, while the session has ended or is another account's. The page may stay all the same. */
  onSignedOut(): void
}

const pingIntervalMs = 25_000
const pongTimeoutMs = 8_000
/** Timeout of opening it: on a dead network the browser's own is minutes. */
const openTimeoutMs = 10_000
/** After this time a connection that is still being opened is opened anew when the network or the tab is back. */
const slowOpenMs = 2_000
/** Failures in a row after which the session is checked: browsers hide the status of a rejected upgrade. */
const sessionCheckAfterFailures = 3
/** Close code of a server that has missed events itself (RFC 6455). */
const restartCode = 1012
/** A password change revokes the session and gives this browser a new one, which may arrive after the event. */
const revocationCheckDelayMs = 1_000

interface Connected {
  socket_id: string
  /** For how long no event was sent to this account, and for how long none to all accounts, ms; at most a minute. */
  quiet_ms: number
  settings_quiet_ms: number
}

/** Opens the tab's WebSocket and reconnects it with backoff. Returns the function that closes it. */
export const connectRealtime = ({ isSignedIn, onSignedOut }: ConnectionDeps): (() => void) => {
  let socket: WebSocket | null = null
  let openedAt = 0
  /**
   * Until when the page knows what happened, by both clocks: the time of the last message, or of the page itself. Most browsers
   * stop `performance.now()` while the computer sleeps, and the other one may be put back.
   */
  let informedAt = { time: 0, date: performance.timeOrigin }
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  /** Timeout of the first message, then of a pong. */
  let pongTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let hasConnected = false
  let closed = false

  const closeSocket = () => {
    const current = socket
    socket = null
    clearTimeout(pongTimer)
    pongTimer = undefined
    if (!current) return
    current.onmessage = null
    current.onclose = null
    current.close()
    realtimeEmitter.closed()
  }
  const close = () => {
    closed = true
    clearTimeout(reconnectTimer)
    closeSocket()
  }
  const checkSession = () =>
    isSignedIn().then(
      (valid) => {
        if (!valid && !closed) onSignedOut()
      },
      () => undefined,
    )
  const scheduleReconnect = () => {
    if (closed) return
    clearTimeout(reconnectTimer)
    reconnectTimer = setTimeout(openSocket, retryDelay(failures))
    failures += 1
    if (failures % sessionCheckAfterFailures === 0) void checkSession()
  }
  const onMessage = ({ data }: MessageEvent<string>) => {
    clearTimeout(pongTimer)
    pongTimer = undefined
    const { event, data: payload } = JSON.parse(data) as { event: string; data?: unknown }
    const uninformedMs = Math.max(performance.now() - informedAt.time, Date.now() - informedAt.date)
    informedAt = { time: performance.now(), date: Date.now() }
    if (event === 'pong') return
    if (event === 'connected') {
      failures = 0
      const { socket_id, quiet_ms, settings_quiet_ms } = payload as Connected
      // The page was read before the socket opened: an event since then was sent to none.
      const mayHaveMissed = hasConnected || uninformedMs >= quiet_ms
      realtimeEmitter.connected(socket_id, mayHaveMissed, (text) => socket?.send(text))
      hasConnected = true
      if (uninformedMs >= settings_quiet_ms) realtimeEmitter.event(settingsChanged, undefined)
      return
    }
    realtimeEmitter.event(event, payload)
    if (event === 'session-revoked') setTimeout(checkSession, revocationCheckDelayMs)
  }
  function openSocket() {
    closeSocket()
    if (closed) return
    // The server rejects it while another account is signed in, whose events are not for this page.
    const url = `${location.origin.replace(/^http/, 'ws')}/ws?account=${pageAccount()}`
    socket = new WebSocket(url)
    socket.onmessage = onMessage
    openedAt = performance.now()
    const fail = () => {
      closeSocket()
      scheduleReconnect()
    }
    socket.onclose = ({ code }) => {
      if (code === restartCode) informedAt.time = Number.NEGATIVE_INFINITY
      fail()
    }
    pongTimer = setTimeout(fail, openTimeoutMs)
  }
  const ping = () => {
    if (socket?.readyState !== WebSocket.OPEN || pongTimer !== undefined) return
    socket.send('ping')
    pongTimer = setTimeout(openSocket, pongTimeoutMs)
  }
  const onWake = () => {
    if (document.visibilityState !== 'visible') return
    const isOpening = socket?.readyState === WebSocket.CONNECTING
    if (socket && !(isOpening && performance.now() - openedAt >= slowOpenMs)) ping()
    else openSocket()
  }
  const pingTimer = setInterval(ping, pingIntervalMs)
  document.addEventListener('visibilitychange', onWake)
  window.addEventListener('online', onWake)
  openSocket()
  return () => {
    clearInterval(pingTimer)
    document.removeEventListener('visibilitychange', onWake)
    window.removeEventListener('online', onWake)
    close()
  }
}
