import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Connection } from '../../database/index.ts'
import { compiledCode, fastImports } from '../../threads/index.ts'
import type { FromChild, SentRequest, ToChild } from './messages.ts'
import { stepBack } from './step-back.ts'

const heapMebibytesMax = 1_024
const youngMebibytesMax = 32
/** A part takes a second, and a large workbook some seconds to compile. */
const unresponsiveMsMax = 120_000
const complaintLettersMax = 2_000
/** A request that ends an idle time waits for no longer than this. */
const watchEveryMs = 5
/** Requests come before impacts, on every processor; but what always comes last never starts where much goes on. */
const nicenessDefault = constants.priority.PRIORITY_BELOW_NORMAL

export type Part = Extract<FromChild, { kind: 'part' }>

export interface ImpactWork {
  readonly connection: Connection
  readonly task: SentRequest
  readonly started: (pid: number) => void
  readonly counted: (total: number) => Promise<void>
  /** Stores a part; false where nobody wants the rest. */
  readonly keep: (part: Part) => Promise<boolean>
  /** How far it steps back behind others. */
  readonly niceness?: number
  /** Whether requests are served just now, which come before impacts. */
  readonly mustYield: () => boolean
  /** Ends it in the middle. */
  readonly signal: AbortSignal
}

export type ImpactEnd =
  | { readonly end: 'done' }
  | { readonly end: 'unwanted' }
  | { readonly end: 'failed'; readonly reason: string }

/** Prices a portfolio in a process of its own, which ends when it is done, unwanted, or orphaned. */
export async function runImpactProcess(work: ImpactWork): Promise<ImpactEnd> {
  const child = startChild(work.niceness ?? nicenessDefault)
  if (child.pid !== undefined) work.started(child.pid)
  const { promise, resolve, reject } = Promise.withResolvers<ImpactEnd>()
  let complaint = ''
  let timeout: NodeJS.Timeout | undefined
  const listen = () => {
    clearTimeout(timeout)
    const reason = `gave no sign for ${unresponsiveMsMax / 1_000} seconds`
    timeout = setTimeout(() => resolve({ end: 'failed', reason }), unresponsiveMsMax)
  }
  const leave = () => resolve({ end: 'unwanted' })
  const isYielding = work.mustYield()
  const stopWatching = signalYield(child, work.mustYield, isYielding)
  work.signal.addEventListener('abort', leave)
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-complaintLettersMax)
  })
  child.once('error', reject)
  child.once('exit', (code, signal) => {
    const how = signal === null ? `with ${code}` : `by ${signal}`
    const why = complaint.trim() || 'it was killed, or the machine ran out of memory'
    const lost = new ProcessLost(`the process that prices the portfolio ended ${how}: ${why}`)
    // It ends by itself after `done`, which may still be on its way, or behind what is being stored.
    allReceived(child)
      .then(() => handled)
      .then(() => reject(lost), reject)
  })
  let handled: Promise<unknown> = Promise.resolve()
  child.on('message', (message: FromChild) => {
    listen()
    // One after the other: `done` counts only when every earlier message has been handled.
    handled = handled
      .then(() => handle(child, work, message))
      .then((end) => {
        if (end !== null) resolve(end)
      }, reject)
  })
  listen()
  say(child, { kind: 'task', connection: work.connection, task: work.task, isYielding })
  try {
    if (work.signal.aborted) leave()
    return await promise
  } finally {
    clearTimeout(timeout)
    stopWatching()
    work.signal.removeEventListener('abort', leave)
    await kill(child)
  }
}

/** The process was killed, or ended before it was done: another process can continue. */
export class ProcessLost extends Error {}

/** The process could not reach the database, or not in time: another process can continue later. */
export class DatabaseLost extends Error {}

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
    // The child gets none of our configuration but the database connection, which its task brings.
    env: compiledCode(),
    serialization: 'advanced',
    detached: true, // In a session of its own: see `stepBack`.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) stepBack(child.pid, niceness)
  return child
}

/** Sends `yield` whenever the answer of `mustYield` changes. */
function signalYield(
  child: ChildProcess,
  mustYield: () => boolean,
  isSentFirst: boolean,
): () => void {
  let isSent = isSentFirst
  const watch = setInterval(() => {
    if (mustYield() === isSent) return
    isSent = !isSent
    say(child, { kind: 'yield', isOn: isSent })
  }, watchEveryMs)
  return () => clearInterval(watch)
}

async function handle(
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
      if (message.isDatabaseAway) throw new DatabaseLost(message.reason)
      return { end: 'failed', reason: message.reason }
  }
}

/** Until all that the process has sent was received. */
async function allReceived(child: ChildProcess): Promise<void> {
  if (child.connected) await once(child, 'disconnect')
}

/** Where the process is gone, its `exit` event reports that. */
function say(child: ChildProcess, message: ToChild): void {
  child.send(message, () => undefined)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
