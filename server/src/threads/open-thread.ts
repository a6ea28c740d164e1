import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type Answer,
  type FromThread,
  type ThreadData,
  type ToThread,
  answerOf,
  unhand,
  valueOf,
} from './messages.ts'
import { type Outbox, openOutbox } from './outbox.ts'

export interface ThreadOptions {
  readonly name: string
  /** The file that calls `serveTasks`. */
  readonly entry: URL
  readonly heapMebibytesMax: number
  /** Processor time that may go by before the thread is back in its loop. */
  readonly turnCpuMsMax: number
}

export interface TaskOptions {
  /** Answers the thread's questions while the task runs. */
  readonly answer?: (verb: string, value: unknown) => unknown
  /** Processor time of the whole thread while it works on this task and on nothing else. */
  readonly cpuMsMax?: number
  /** On the clock, for tasks that wait for others. */
  readonly msMax?: number
}

/** A thread that runs tasks: started with the first task, ended when it exceeds a limit. */
export interface Thread {
  /** Throws `ThreadLost` where the thread ended before the task was done. */
  run(verb: string, value: unknown, options?: TaskOptions): Promise<unknown>
  /** A new number after each start: a restarted thread has forgotten what the earlier one knew. */
  readonly life: number
  readonly isRunning: boolean
  close(): Promise<void>
}

/** The thread ended before the task was done, over this task or over another one. */
export class ThreadLost extends Error {
  readonly reason: string
  /** True where most likely this very task used up the time or the memory. */
  readonly isCulprit: boolean

  constructor(reason: string, isCulprit: boolean) {
    super(`a thread ended: it ${reason}`)
    this.name = 'ThreadLost'
    this.reason = reason
    this.isCulprit = isCulprit
  }
}

const lookEveryMs = 250

export function openThread(options: ThreadOptions): Thread {
  let living: Living | null = null
  let lives = 0
  let isClosed = false
  return {
    get life() {
      return lives
    },
    get isRunning() {
      return living !== null && !living.isGone
    },
    async run(verb, value, taskOptions = {}) {
      if (isClosed) throw new ThreadLost('was closed', false)
      if (living === null || living.isGone) {
        living = new Living(options)
        lives += 1
      }
      return valueOf(await living.run(verb, value, taskOptions))
    },
    async close() {
      isClosed = true
      await living?.end('was closed')
    },
  }
}

interface Task {
  readonly settle: (answer: Answer) => void
  readonly options: TaskOptions
  readonly startedMs: number
  /** The thread's processor time at the first look after the task came; null before. */
  cpuMsAtStart: number | null
}

/** One thread from its start to its end. */
class Living {
  isGone = false
  readonly #worker: Worker
  readonly #outbox: Outbox<ToThread>
  readonly #tasks = new Map<number, Task>()
  readonly #options: ThreadOptions
  readonly #current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  #count = 0
  #timer: NodeJS.Timeout | undefined
  /** Whether the thread has been back in its loop since the last look. */
  #isHere = true
  #cpuMsWhenHere = 0

  constructor(options: ThreadOptions) {
    this.#options = options
    this.#worker = new Worker(options.entry, {
      name: options.name,
      resourceLimits: { maxOldGenerationSizeMb: options.heapMebibytesMax },
      execArgv: [...fastImports],
      // Nothing of our own configuration, which holds secrets, reaches the thread.
      env: compiledCode(),
      workerData: { current: this.#current } satisfies ThreadData,
    })
    this.#outbox = openOutbox({
      send: (messages, buffers) => this.#worker.postMessage(messages, buffers),
      failed: (message, error) => this.#fail(message, error),
    })
    this.#worker.on('message', (messages: readonly FromThread[]) => {
      for (const message of messages) this.#receive(message)
    })
    this.#worker.on('error', (error) => this.#lose(reasonOf(error, options)))
    this.#worker.on('exit', () => this.#lose('stopped in the middle'))
    this.#worker.unref()
  }

  run(verb: string, value: unknown, options: TaskOptions): Promise<Answer> {
    const task = ++this.#count
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.#tasks.set(task, {
      settle: resolve,
      options,
      startedMs: performance.now(),
      cpuMsAtStart: null,
    })
    this.#worker.ref() // Somebody waits for the answer.
    this.#timer ??= setInterval(() => void this.#look(), lookEveryMs)
    const handed = unhand(value)
    this.#send({ kind: 'task', task, verb, value: handed.value }, handed.buffers)
    return promise
  }

  async end(reason: string): Promise<void> {
    this.#lose(reason)
    await this.#worker.terminate()
  }

  #send(message: ToThread, buffers: readonly ArrayBuffer[] = []): void {
    this.#outbox.post(message, buffers)
  }

  /** A message that cannot be sent fails for the side that waits for its answer. */
  #fail(message: ToThread, error: Error): void {
    if (message.kind === 'task') this.#settle(message.task, { ok: false, error })
    else if (message.kind === 'answer') this.#send({ ...message, answer: { ok: false, error } })
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'here':
        this.#isHere = true
        break
      case 'done':
        this.#settle(message.task, message.answer)
        break
      case 'question':
        void this.#answer(message)
        break
    }
  }

  async #answer({ task, question, verb, value }: Extract<FromThread, { kind: 'question' }>) {
    const answer = await answerOf(() => {
      const answerTo = this.#tasks.get(task)?.options.answer
      if (answerTo === undefined) throw new Error(`the task has nobody to answer ${verb}`)
      return answerTo(verb, value)
    })
    if (!this.isGone) this.#send({ kind: 'answer', task, question, answer })
  }

  #settle(task: number, answer: Answer): void {
    const settled = this.#tasks.get(task)
    this.#tasks.delete(task)
    if (this.#tasks.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      this.#worker.unref() // An idle thread keeps no program running.
    }
    settled?.settle(answer)
  }

  /** Ends the thread when the thread, or one of its tasks, has used up its time. */
  async #look(): Promise<void> {
    // A thread that has not begun, or is about to end, has no usage; `exit` reports its end.
    const usage = await this.#worker.cpuUsage().catch(() => null)
    if (usage === null || this.isGone) return
    const cpuMs = (usage.user + usage.system) / 1000
    if (this.#isHere) {
      this.#isHere = false
      this.#cpuMsWhenHere = cpuMs
      this.#send({ kind: 'look' })
    }
    const { turnCpuMsMax } = this.#options
    if (cpuMs - this.#cpuMsWhenHere > turnCpuMsMax) {
      await this.end(`computed for more than ${turnCpuMsMax / 1000} seconds`)
      return
    }
    for (const [number, task] of this.#tasks) {
      const reason = this.#excessOf(task, cpuMs)
      if (reason === null) continue
      this.#settle(number, lost(reason, true))
      await this.end(reason)
      return
    }
  }

  #excessOf(task: Task, cpuMs: number): string | null {
    const { cpuMsMax = Infinity, msMax = Infinity } = task.options
    task.cpuMsAtStart ??= cpuMs
    if (cpuMs - task.cpuMsAtStart > cpuMsMax) {
      return `computed for more than ${cpuMsMax / 1000} seconds`
    }
    return performance.now() - task.startedMs > msMax
      ? `took more than ${msMax / 1000} seconds`
      : null
  }

  #lose(reason: string): void {
    this.isGone = true
    clearInterval(this.#timer)
    // A thread that names no current task most likely ended over the one that waits longest.
    const [first] = this.#tasks.keys()
    const at = Atomics.load(this.#current, 0) || first
    for (const task of this.#tasks.keys()) {
      this.#settle(task, lost(reason, task === at && reason !== 'was closed'))
    }
  }
}

function lost(reason: string, isCulprit: boolean): Answer {
  return { ok: false, error: new ThreadLost(reason, isCulprit) }
}

function reasonOf(error: unknown, { heapMebibytesMax }: ThreadOptions): string {
  if (!(error instanceof Error)) return 'stopped in the middle'
  const isTooLarge = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooLarge
    ? `took more than ${heapMebibytesMax} MiB of memory`
    : `stopped with ${error.name}: ${error.message}`
}

/** With these arguments a thread or child process loads modules as its parent does. */
export const fastImports: readonly string[] = [
  '--import',
  new URL('../fast-imports.ts', import.meta.url).href,
]

/** The process's compile cache, with which a thread starts in half the time. */
export function compiledCode(): Record<string, string> {
  const folder = getCompileCacheDir()
  // The name is that of a folder for this version of Node; the variable wants its parent.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
