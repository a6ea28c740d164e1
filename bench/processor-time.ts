import { readFileSync, readdirSync } from 'node:fs'

/**
 * What processes have used of the processors so far, with everything that they started, in
 * milliseconds. Linux reports it; elsewhere it is not known.
 */
export function processorMsOf(pid: number): number | null {
  try {
    const processes = allProcesses()
    return treeOf(pid, processes).reduce((sum, one) => sum + one.ownMs + one.endedMs, 0)
  } catch {
    return null // There is no /proc here.
  }
}

/** What the children of a process have used that are not the database's: the renderer. */
export function childrenMsOf(pid: number, databasePid: number): number | null {
  try {
    const processes = allProcesses()
    const database = new Set(treeOf(databasePid, processes).map((one) => one.pid))
    return treeOf(pid, processes)
      .filter((one) => !database.has(one.pid))
      .reduce((sum, one) => sum + (one.pid === pid ? one.endedMs : one.ownMs + one.endedMs), 0)
  } catch {
    return null
  }
}

/** The process that started another: a session's is the one of the database server. */
export function parentOf(pid: number): number | null {
  try {
    return readStat(pid).parent
  } catch {
    return null
  }
}

interface ProcessStat {
  readonly pid: number
  readonly parent: number
  readonly ownMs: number
  /** Of its children that have ended. */
  readonly endedMs: number
}

const ticksPerSecond = 100

function readStat(pid: number): ProcessStat {
  // The name, in brackets, may hold anything; what follows it is numbered from the state on.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
  const msOf = (first: number) =>
    ((Number(fields[first]) + Number(fields[first + 1])) * 1000) / ticksPerSecond
  return { pid, parent: Number(fields[1]), ownMs: msOf(11), endedMs: msOf(13) }
}

function allProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readStat(Number(name))]
      } catch {
        return [] // It has ended meanwhile.
      }
    })
}

function treeOf(root: number, processes: readonly ProcessStat[]): ProcessStat[] {
  const tree = processes.filter((one) => one.pid === root)
  for (const one of tree) tree.push(...processes.filter((other) => other.parent === one.pid))
  return tree
}
