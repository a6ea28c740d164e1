import { Worker } from 'node:worker_threads'

const lookEveryMs = 100

/**
 * Ends this process when a task uses too much processor time, and when whoever started it is gone.
 * The main thread is busy with the task and would notice neither, so another thread watches.
 * Processor time is what counts: on a busy machine a good paper may wait long for its turn.
 */
export function startWatchdog({ cpuMsMax }: { readonly cpuMsMax: number }): Watchdog {
  // How many tasks were begun, and how many ended.
  const counts = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const workerData = { counts, cpuMsMax, lookEveryMs }
  new Worker(watch, { eval: true, workerData }).unref()
  return {
    begin: () => void Atomics.add(counts, 0, 1),
    end: () => void Atomics.add(counts, 1, 1),
  }
}

export interface Watchdog {
  begin(): void
  end(): void
}

/** An orphan is handed to another parent. */
const watch = `
  const { counts, cpuMsMax, lookEveryMs } = require('node:worker_threads').workerData
  const parent = process.ppid
  let task = 0
  let cpuMsAtStart = 0
  const cpuMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  setInterval(() => {
    const begun = Atomics.load(counts, 0)
    const isBusy = begun > Atomics.load(counts, 1)
    if (begun !== task) {
      task = begun
      cpuMsAtStart = cpuMs()
    }
    const isOverdue = isBusy && cpuMs() - cpuMsAtStart > cpuMsMax
    if (isOverdue || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)`
