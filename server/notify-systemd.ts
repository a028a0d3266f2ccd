import { spawn } from 'node:child_process'

/**
 * Tells systemd that the service serves (`Type=notify`); does nothing where systemd has not started it. Uses systemd's own
 * program, because Node cannot write to a datagram socket.
 */
export const notifySystemd = (): void => {
  if (!process.env.NOTIFY_SOCKET) return
  const child = spawn('systemd-notify', ['--ready'], { stdio: ['ignore', 'ignore', 'inherit'] })
  child.on('error', (error) => console.error(`systemd was not notified: ${error.message}`))
}
