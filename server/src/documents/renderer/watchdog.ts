const lookEveryMs = 100

export interface Watchdog {
  begin(): void
  end(): void
}

/**
 * Ends this process when a task uses too much processor time, and when whoever started it is gone.
 * Processor time is what counts: on a busy machine a good document may wait long for its turn.
 */
export function startWatchdog({ cpuMsMax }: { readonly cpuMsMax: number }): Watchdog {
  const parent = process.ppid
  let cpuMsAtStart: number | null = null
  setInterval(() => {
    const isOverdue = cpuMsAtStart !== null && cpuMs() - cpuMsAtStart > cpuMsMax
    // An orphan is handed to another parent.
    if (isOverdue || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)
  return {
    begin() {
      cpuMsAtStart = cpuMs()
    },
    end() {
      cpuMsAtStart = null
    },
  }
}

/** Of all threads. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
