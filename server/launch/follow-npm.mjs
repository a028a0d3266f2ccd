// npm forwards a signal to its shell, but the shell does not forward it to this process: a stopped npm would leave the
// server running. So a process that npm started shuts down when its shell has ended. Preloaded by the launcher.
const parent = process.ppid
if (process.env.npm_lifecycle_event && parent > 1) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
