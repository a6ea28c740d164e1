import { Worker } from 'node:worker_threads'

/**
 * Ends this process when the one that started it is gone. A template that never ends keeps the main
 * thread from noticing, so another thread watches; orphans are handed to another parent.
 */
export function endWithParent(): void {
  const watch = `
    const parent = process.ppid
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
    }, 1000)`
  new Worker(watch, { eval: true }).unref()
}
