// Ends this process, as SIGTERM would, when the process that started it has gone: npm passes a signal to its shell,
// which dies without passing it on, and a process that is killed can tell nobody. Imported for that alone.
const parent = process.ppid
const intervalMs = 250

const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, intervalMs)
timer.unref()
