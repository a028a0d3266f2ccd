import { spawn } from 'node:child_process'

const extendEveryMs = 60_000
/** How long systemd waits for the next message. */
const extendByMs = 3 * extendEveryMs

/** Uses systemd's own program, because Node cannot write to a datagram socket. */
const notify = (message: string): void => {
  const child = spawn('systemd-notify', [message], { stdio: ['ignore', 'ignore', 'inherit'] })
  child.on('error', (error) => console.error(`systemd was not notified: ${error.message}`))
}

/**
 * Tells systemd that the service is still starting (`Type=notify`): migrations of a large database, or its recovery, may take
 * longer than `TimeoutStartSec=`, and would begin anew. Call the result when it serves. Does nothing where systemd has not
 * started it.
 */
export const notifyWhileStarting = (everyMs = extendEveryMs): (() => void) => {
  if (!process.env.NOTIFY_SOCKET) return () => undefined
  const timer = setInterval(() => notify(`EXTEND_TIMEOUT_USEC=${extendByMs * 1_000}`), everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    notify('--ready')
  }
}
