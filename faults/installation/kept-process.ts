import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compiledCode } from '@bindery/server/src/threads/index.ts'
import type { Ledger } from '../ledger.ts'

export type Entry = 'start' | 'serve' | 'work'

/** A process of the platform in the care of a process manager: when it ends, it is started again. */
export interface KeptProcess {
  readonly name: string
  readonly entry: Entry
  /** Where it serves; null for a worker. */
  readonly url: string | null
  isUp(): boolean
  /** Sends a signal; one that ends it is expected to. False when it does not run just now. */
  signal(signal: NodeJS.Signals): boolean
  /** Stops it for good, or until it is kept again. */
  rest(): Promise<void>
  /** Starts it, and again whenever it ends; with the code in this folder, as another release has it. */
  keep(code?: string): void
}

/** How a process ended. */
interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** What it said last. */
  readonly tail: string
  readonly hasBeenUp: boolean
}

export const repository = fileURLToPath(new URL('../../', import.meta.url))
const startAgainAfterMs = 200
/** The platform gives itself 20 s to stop; a loaded machine takes its time on top. */
const stopTimeoutMs = 60_000
const tailCharactersMax = 2_000
const deadly: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM'])

export function keepProcess(options: {
  readonly name: string
  readonly entry: Entry
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  readonly ledger: Ledger
}): KeptProcess {
  const { name, entry, port, ledger } = options
  const log = createWriteStream(join(options.folder, `${name}.log`), { flags: 'a' })
  let child: ChildProcess | null = null
  let signalSent: NodeJS.Signals | null = null
  let state: 'down' | 'starting' | 'up' | 'ending' = 'down'
  const care = { isKept: false, code: repository }
  let keeping: Promise<void> = Promise.resolve()

  async function keepRunning(): Promise<void> {
    while (care.isKept) {
      await runOnce()
      if (care.isKept) await sleep(startAgainAfterMs)
    }
  }

  async function runOnce(): Promise<void> {
    let tail = ''
    let hasBeenUp = false
    state = 'starting'
    signalSent = null
    child = spawn(process.execPath, [join(care.code, `server/src/${entry}.ts`)], {
      cwd: care.code,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        ...compiledCode(),
        LOG_LEVEL: 'warn',
        ...options.env,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const readOutput = (chunk: Buffer) => {
      log.write(chunk)
      tail = (tail + chunk.toString()).slice(-tailCharactersMax)
      if (state !== 'starting' || !tail.includes('is running')) return
      state = 'up'
      hasBeenUp = true
    }
    child.stdout?.on('data', readOutput)
    child.stderr?.on('data', readOutput)
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    child = null
    state = 'down'
    judge({ code, signal, tail, hasBeenUp })
  }

  /** The process ends on a signal, in good order on SIGTERM, and never by itself. */
  function judge({ code, signal, tail, hasBeenUp }: End): void {
    if (signalSent === 'SIGKILL') return
    if (signalSent === 'SIGTERM') {
      // Before it listens for signals, it may be ended by this one.
      if (code === 0 || signal === 'SIGTERM' || !hasBeenUp) return
      ledger.violate('a process that was asked to stop did not stop well', { name, code, tail })
    } else if (hasBeenUp) {
      ledger.violate('a process ended by itself', { name, code, signal, tail })
    } else {
      // A start that finds no database says so and ends; the next one may do.
      ledger.count('starts in vain')
      ledger.note('started in vain', { name, code, signal, tail })
    }
  }

  function signalChild(signal: NodeJS.Signals): boolean {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return false
    const target = child
    if (deadly.has(signal)) {
      state = 'ending'
      if (signalSent !== 'SIGKILL') signalSent = signal
    }
    if (signal === 'SIGTERM') {
      const overdue = setTimeout(() => {
        ledger.violate('a process does not stop when it is asked to', { name, stopTimeoutMs })
        signalSent = 'SIGKILL'
        target.kill('SIGKILL')
      }, stopTimeoutMs)
      target.once('exit', () => clearTimeout(overdue))
    }
    return target.kill(signal)
  }

  return {
    name,
    entry,
    url: entry === 'work' ? null : `http://127.0.0.1:${port}`,
    isUp: () => state === 'up',
    signal: signalChild,
    keep(code = repository) {
      care.isKept = true
      care.code = code
      keeping = keepRunning()
    },
    async rest() {
      care.isKept = false
      signalChild('SIGTERM')
      await keeping
    },
  }
}
