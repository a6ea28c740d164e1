import { readFileSync } from 'node:fs'

/**
 * Loaded before everything else into a process whose clock is set: what it is off by stands in a file.
 * `kernel/clock.ts` and the libraries ask these two. Timers count on, as those of a machine do.
 */
const file = process.env['FAULTS_CLOCK'] ?? ''
const lookEveryMs = 20

let shiftMs = look()
setInterval(() => void (shiftMs = look()), lookEveryMs).unref()

function look(): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0 // Nobody has set it yet.
  }
}

const { now } = Date
Date.now = () => now() + shiftMs
const instant = Temporal.Now.instant.bind(Temporal.Now)
Temporal.Now.instant = () => instant().add({ milliseconds: shiftMs })
