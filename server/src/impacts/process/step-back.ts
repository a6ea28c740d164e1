import { existsSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Has a process come after others. Where Linux shares processors among sessions first, that holds only
 * within a session, and the session has to step back as well.
 */
export function stepBack(pid: number, niceness: number): void {
  // One that was started behind others stays there: only root may bring a process forward.
  if (niceness <= getPriority(pid)) return
  setPriority(pid, niceness)
  const session = `/proc/${pid}/autogroup`
  if (!existsSync(session)) return
  try {
    writeFileSync(session, String(niceness))
  } catch {
    // A system that does not let us: the process itself has stepped back.
  }
}
