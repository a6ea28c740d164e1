import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Signs } from './spare-time.ts'

/** The processor time of the machine and of this process so far. */
export interface Reading {
  readonly atMs: number
  readonly processors: number
  /** The time of all processes, without low-priority (nice) ones. */
  readonly usedMs: number
  /** The time of this process. */
  readonly ownMs: number
}

export type Machine = Pick<Signs, 'processors' | 'othersUse'>

/** The counts are in hundredths of a second: over less time they say little. */
const lookEveryMs = 200

/** Reports what other processes of the machine used recently. */
export function watchMachine(
  startedMs: number,
  read: (nowMs: number) => Reading = readMachine,
): (nowMs: number) => Machine {
  let last = read(startedMs)
  // Until the first reading, assume that others use the whole machine.
  let machine = { processors: last.processors, othersUse: last.processors }
  return (nowMs) => {
    const passedMs = nowMs - last.atMs
    if (passedMs < lookEveryMs) return machine
    const now = read(nowMs)
    const othersMs = now.usedMs - last.usedMs - (now.ownMs - last.ownMs)
    machine = { processors: now.processors, othersUse: Math.max(0, othersMs) / passedMs }
    last = now
    return machine
  }
}

const linuxCounts = '/proc/stat'
const hasLinuxCounts = existsSync(linuxCounts)

function readMachine(atMs: number): Reading {
  const { user, system } = process.cpuUsage()
  return {
    atMs,
    ownMs: (user + system) / 1000,
    // Node reads the frequency of each processor besides, which takes milliseconds on large
    // machines.
    ...(hasLinuxCounts ? readLinuxCounts(readFileSync(linuxCounts, 'utf8')) : readCounts()),
  }
}

const linuxTickMs = 10

export function readLinuxCounts(text: string): Pick<Reading, 'processors' | 'usedMs'> {
  const lines = text.split('\n')
  const total = lines.find((line) => line.startsWith('cpu ')) ?? ''
  const [user = 0, , system = 0, , , irq = 0, softirq = 0, steal = 0] = total
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return {
    processors: lines.filter((line) => /^cpu\d/.test(line)).length,
    usedMs: (user + system + irq + softirq + steal) * linuxTickMs,
  }
}

/** Systems that do not separate low-priority time count it as well. */
function readCounts(): Pick<Reading, 'processors' | 'usedMs'> {
  const times = cpus().map(({ times: { user, sys, irq } }) => user + sys + irq)
  return { processors: times.length, usedMs: times.reduce((sum, time) => sum + time, 0) }
}
