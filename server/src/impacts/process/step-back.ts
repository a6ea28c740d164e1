import { existsSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Has a process come after others. Where Linux shares processors among sessions first, that holds only
 * within a session, and the session has to step back as well.
 */
export function stepBack(pid: number, niceness: number): void {
  setPriority(pid, niceness)
  const session = `/proc/${pid}/autogroup`
  if (niceness === 0 || !existsSync(session)) return
  try {
    writeFileSync(session, String(niceness))
  } catch {
    // A system that does not let us: the process itself has stepped back.
  }
}
