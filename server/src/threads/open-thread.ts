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
  readonly stretchCpuMsMax: number
}

export interface OrderOptions {
  /** Answers what the thread asks while it carries the order out. */
  readonly answer?: (verb: string, value: unknown) => unknown
  /** Processor time of the whole thread while it works on this order and on nothing else. */
  readonly cpuMsMax?: number
  /** On the clock, for orders that wait for others. */
  readonly msMax?: number
}

/** A thread that carries out orders, is started with the first, and is ended when it overdoes it. */
export interface Thread {
  /** Throws `ThreadLost` where the thread ended before the order was done. */
  order(verb: string, value: unknown, options?: OrderOptions): Promise<unknown>
  /** Another number after each start: what an earlier thread knew, the next does not know. */
  readonly life: number
  readonly isRunning: boolean
  close(): Promise<void>
}

/** The thread ended over an order, or over another one that it was carrying out besides. */
export class ThreadLost extends Error {
  readonly reason: string
  /** True where this very order used up the time or the memory, as far as one can tell. */
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
    async order(verb, value, orderOptions = {}) {
      if (isClosed) throw new ThreadLost('was closed', false)
      if (living === null || living.isGone) {
        living = new Living(options)
        lives += 1
      }
      return valueOf(await living.order(verb, value, orderOptions))
    },
    async close() {
      isClosed = true
      await living?.end('was closed')
    },
  }
}

interface Order {
  readonly settle: (answer: Answer) => void
  readonly options: OrderOptions
  readonly startedMs: number
  /** Of the thread when it was first looked at after the order; null before. */
  cpuMsAtStart: number | null
}

/** One thread from its start to its end. */
class Living {
  isGone = false
  readonly #worker: Worker
  readonly #outbox: Outbox<ToThread>
  readonly #orders = new Map<number, Order>()
  readonly #options: ThreadOptions
  readonly #current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  #count = 0
  #timer: NodeJS.Timeout | undefined
  /** Whether it has been back in its loop since it was last looked at. */
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
      for (const message of messages) this.#hear(message)
    })
    this.#worker.on('error', (error) => this.#lose(reasonOf(error, options)))
    this.#worker.on('exit', () => this.#lose('stopped in the middle'))
    this.#worker.unref()
  }

  order(verb: string, value: unknown, options: OrderOptions): Promise<Answer> {
    const order = ++this.#count
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.#orders.set(order, {
      settle: resolve,
      options,
      startedMs: performance.now(),
      cpuMsAtStart: null,
    })
    this.#worker.ref() // Somebody waits for it.
    this.#timer ??= setInterval(() => void this.#look(), lookEveryMs)
    const handed = unhand(value)
    this.#say({ kind: 'order', order, verb, value: handed.value }, handed.buffers)
    return promise
  }

  async end(reason: string): Promise<void> {
    this.#lose(reason)
    await this.#worker.terminate()
  }

  #say(message: ToThread, buffers: readonly ArrayBuffer[] = []): void {
    this.#outbox.post(message, buffers)
  }

  /** What cannot be sent is told to whoever waits for it. */
  #fail(message: ToThread, error: Error): void {
    if (message.kind === 'order') this.#settle(message.order, { ok: false, error })
    else if (message.kind === 'told') this.#say({ ...message, answer: { ok: false, error } })
  }

  #hear(message: FromThread): void {
    switch (message.kind) {
      case 'here':
        this.#isHere = true
        break
      case 'done':
        this.#settle(message.order, message.answer)
        break
      case 'question':
        void this.#tell(message)
        break
    }
  }

  async #tell({ order, question, verb, value }: Extract<FromThread, { kind: 'question' }>) {
    const answer = await answerOf(() => {
      const tell = this.#orders.get(order)?.options.answer
      if (tell === undefined) throw new Error(`nobody answers ${verb}`)
      return tell(verb, value)
    })
    if (!this.isGone) this.#say({ kind: 'told', order, question, answer })
  }

  #settle(order: number, answer: Answer): void {
    const settled = this.#orders.get(order)
    this.#orders.delete(order)
    if (this.#orders.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      this.#worker.unref() // An idle thread keeps no program running.
    }
    settled?.settle(answer)
  }

  /** Ends the thread where it, or one of its orders, has used up its time. */
  async #look(): Promise<void> {
    // One that has not begun, or is about to end, cannot be asked; its end is inferred of elsewhere.
    const usage = await this.#worker.cpuUsage().catch(() => null)
    if (usage === null || this.isGone) return
    const cpuMs = (usage.user + usage.system) / 1000
    if (this.#isHere) {
      this.#isHere = false
      this.#cpuMsWhenHere = cpuMs
      this.#say({ kind: 'look' })
    }
    const { stretchCpuMsMax } = this.#options
    if (cpuMs - this.#cpuMsWhenHere > stretchCpuMsMax) {
      await this.end(`computed for more than ${stretchCpuMsMax / 1000} seconds`)
      return
    }
    for (const [number, order] of this.#orders) {
      const reason = this.#excessOf(order, cpuMs)
      if (reason === null) continue
      this.#settle(number, lost(reason, true))
      await this.end(reason)
      return
    }
  }

  #excessOf(order: Order, cpuMs: number): string | null {
    const { cpuMsMax = Infinity, msMax = Infinity } = order.options
    order.cpuMsAtStart ??= cpuMs
    if (cpuMs - order.cpuMsAtStart > cpuMsMax) {
      return `computed for more than ${cpuMsMax / 1000} seconds`
    }
    return performance.now() - order.startedMs > msMax
      ? `took more than ${msMax / 1000} seconds`
      : null
  }

  #lose(reason: string): void {
    this.isGone = true
    clearInterval(this.#timer)
    // Where it does not say what it is at, that is most likely what has been waiting for longest.
    const [first] = this.#orders.keys()
    const at = Atomics.load(this.#current, 0) || first
    for (const order of this.#orders.keys()) {
      this.#settle(order, lost(reason, order === at && reason !== 'was closed'))
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

/** How a thread, or a process beside ours, is told to load its modules as we do. */
export const fastImports: readonly string[] = [
  '--import',
  new URL('../fast-imports.ts', import.meta.url).href,
]

/** Where a thread finds what the process has compiled before: it starts in half the time. */
export function compiledCode(): Record<string, string> {
  const folder = getCompileCacheDir()
  // It names a folder of this version of Node, within the one to be told.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
