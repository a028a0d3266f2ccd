// npm passes a signal on to its shell, and the shell does not pass it on to us: a stopped npm would leave the server
// running. So a process that npm started ends, in order, when its shell is gone. Preloaded by the launcher.
const parent = process.ppid
if (process.env.npm_lifecycle_event && parent > 1) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
