import { type ChildProcess, fork } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { compiledCode, fastImports } from '../../threads/index.ts'
import type { FromChild, SentOrder, ToChild } from './messages.ts'
import { stepBack } from './step-back.ts'

const heapMebibytesMax = 1_024
const youngMebibytesMax = 32
/** A part takes a second, and a large workbook some seconds to compile. */
const silenceMsMax = 120_000
const complaintLettersMax = 2_000
/** Whoever comes after a calm waits for no longer than that. */
const watchEveryMs = 5
/** Requests come before impacts, on every processor; but what always comes last never starts where much goes on. */
const nicenessDefault = constants.priority.PRIORITY_BELOW_NORMAL

export type Part = Extract<FromChild, { kind: 'part' }>

export interface ImpactWork {
  readonly connection: ClientConfig
  readonly order: SentOrder
  readonly started: (pid: number) => void
  readonly counted: (total: number) => Promise<void>
  /** Writes a part down; false where nobody wants the rest. */
  readonly keep: (part: Part) => Promise<boolean>
  /** How far it steps back behind others. */
  readonly niceness?: number
  /** Whether somebody is served just now, who comes before it. */
  readonly mustYield: () => boolean
  /** Ends it in the middle. */
  readonly signal: AbortSignal
}

export type ImpactEnd =
  | { readonly end: 'done' }
  | { readonly end: 'unwanted' }
  | { readonly end: 'failed'; readonly reason: string }

/** Has a book priced by a process of its own, which ends with it, with its order, or with us. */
export async function runImpactProcess(work: ImpactWork): Promise<ImpactEnd> {
  const child = startChild(work.niceness ?? nicenessDefault)
  if (child.pid !== undefined) work.started(child.pid)
  const { promise, resolve, reject } = Promise.withResolvers<ImpactEnd>()
  let complaint = ''
  let silence: NodeJS.Timeout | undefined
  const listen = () => {
    clearTimeout(silence)
    const reason = `gave no sign for ${silenceMsMax / 1_000} seconds`
    silence = setTimeout(() => resolve({ end: 'failed', reason }), silenceMsMax)
  }
  const leave = () => resolve({ end: 'unwanted' })
  const isYielding = work.mustYield()
  const stopWatching = tellWhenToYield(child, work.mustYield, isYielding)
  work.signal.addEventListener('abort', leave)
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-complaintLettersMax)
  })
  child.once('error', reject)
  child.once('exit', (code, signal) => {
    const how = signal === null ? `with ${code}` : `by ${signal}`
    const why = complaint.trim() || 'somebody ended it, or the machine was short of memory'
    reject(new ProcessLost(`the process that prices the book ended ${how}: ${why}`))
  })
  let heard: Promise<unknown> = Promise.resolve()
  child.on('message', (message: FromChild) => {
    listen()
    // One after the other: it is done when all that it told before is written down.
    heard = heard
      .then(() => hear(child, work, message))
      .then((end) => {
        if (end !== null) resolve(end)
      }, reject)
  })
  listen()
  say(child, { kind: 'order', connection: work.connection, order: work.order, isYielding })
  try {
    if (work.signal.aborted) leave()
    return await promise
  } finally {
    clearTimeout(silence)
    stopWatching()
    work.signal.removeEventListener('abort', leave)
    await kill(child)
  }
}

/** It was killed, or ended by itself before it was done: another one can go on. */
export class ProcessLost extends Error {}

function startChild(niceness: number): ChildProcess {
  const child = fork(fileURLToPath(new URL('impact-child.ts', import.meta.url)), [], {
    execArgv: [
      ...fastImports,
      `--max-old-space-size=${heapMebibytesMax}`,
      // Rows live as long as a part: most are gone before anybody has to move them.
      `--max-semi-space-size=${youngMebibytesMax}`,
      '--v8-pool-size=0', // A processor is left to whoever is served.
      '--disable-warning=ExperimentalWarning',
    ],
    // Nothing of our own configuration but the way to the database, which its order brings.
    env: compiledCode(),
    serialization: 'advanced',
    detached: true, // In a session of its own: see `stepBack`.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) stepBack(child.pid, niceness)
  return child
}

/** Says it when that changes. */
function tellWhenToYield(
  child: ChildProcess,
  mustYield: () => boolean,
  isToldFirst: boolean,
): () => void {
  let isTold = isToldFirst
  const watch = setInterval(() => {
    if (mustYield() === isTold) return
    isTold = !isTold
    say(child, { kind: 'yield', isOn: isTold })
  }, watchEveryMs)
  return () => clearInterval(watch)
}

async function hear(
  child: ChildProcess,
  work: ImpactWork,
  message: FromChild,
): Promise<ImpactEnd | null> {
  switch (message.kind) {
    case 'loaded':
      return null
    case 'counted':
      await work.counted(message.total)
      return null
    case 'part':
      if (!(await work.keep(message))) return { end: 'unwanted' }
      say(child, { kind: 'kept' })
      return null
    case 'done':
      return { end: 'done' }
    case 'failed':
      return { end: 'failed', reason: message.reason }
  }
}

/** Where it is gone, its end is heard of. */
function say(child: ChildProcess, message: ToChild): void {
  child.send(message, () => undefined)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
