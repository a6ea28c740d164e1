import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const preloaded = new URL('shifted-clock.ts', import.meta.url)

/** The clock of one process, which somebody sets while it runs. */
export interface SetClock {
  /** The settings with which its process has to be started. */
  readonly env: Readonly<Record<string, string>>
  /** From now on it is off by so much. */
  set(offByMs: number): void
}

export function clockOf(name: string, folder: string): SetClock {
  const file = join(folder, `${name}.clock`)
  return {
    env: { FAULTS_CLOCK: file, NODE_OPTIONS: `--import=${preloaded.href}` },
    set(offByMs) {
      // Nobody reads half a number.
      writeFileSync(`${file}.new`, String(Math.round(offByMs)))
      renameSync(`${file}.new`, file)
    },
  }
}
