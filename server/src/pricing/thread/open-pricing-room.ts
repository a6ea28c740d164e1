import { Handed, type Thread, ThreadLost, openThread } from '../../threads/index.ts'
import type { HttpPricingConnection, RaterQuestion } from '../http/index.ts'
import type {
  Calculation,
  CompilePricingResult,
  CompiledPricing,
  FilledFile,
  PricingFiles,
  PricingInput,
} from '../pricing-types.ts'
import { type LogicFacts, type PriceTask, unknownLogic } from './tasks.ts'
import { pricingInPreparation } from '../reasons.ts'

const heapMebibytesMax = 2_048
/** Any price that takes this long was not so when it was pushed. */
const priceCpuMsMax = 5_000
/** Prices asked for and not yet computed; more would only wait. */
const pricesWaitingMax = 2_000
/** Of one pricing logic, so that a slow one does not use up the room of the others. */
const pricesOfLogicWaitingMax = 500
/** How long a logic that made the thread end is not tried again. */
const barredMs = 10 * 60_000

/** Where what is on sale is compiled and priced: on a thread, so that no formula holds up a request. */
export interface PricingRoom {
  /** A folder whose prices are accepted already. Its files are loaded again where the thread lost them. */
  openFolder(
    loadFiles: () => Promise<PricingFiles>,
    raters: HttpPricingConnection,
  ): { compile(prefix: string): Promise<CompilePricingResult> }
  /** Starts the thread ahead of the first price. */
  start(): Promise<void>
  close(): Promise<void>
}

export function openPricingRoom(): PricingRoom {
  const thread = openThread({
    name: 'prices',
    entry: new URL('./pricing-worker.ts', import.meta.url),
    heapMebibytesMax,
    turnCpuMsMax: priceCpuMsMax,
  })
  const room = { thread, waiting: 0 }
  return {
    openFolder: (loadFiles, raters) => ({
      async compile(prefix) {
        const logic = new RemoteLogic(room, loadFiles, raters, prefix)
        const result = await logic.compile()
        return result.ok ? { ok: true, pricing: logic.pricing(result.facts) } : result
      },
    }),
    start: async () => void (await thread.run('start', null)),
    close: () => thread.close(),
  }
}

interface Room {
  readonly thread: Thread
  waiting: number
}

let numbers = 0

/** Has the thread drop logics that nobody holds any more. */
const forgotten = new FinalizationRegistry<{ thread: Thread; logic: number; life: number }>(
  ({ thread, logic, life }) => {
    // A thread that was started since never had the logic.
    if (thread.life === life) thread.run('forget', logic).catch(() => undefined)
  },
)

type Compiled =
  | { readonly ok: true; readonly facts: LogicFacts }
  | Extract<CompilePricingResult, { ok: false }>

class RemoteLogic {
  readonly #room: Room
  readonly #loadFiles: () => Promise<PricingFiles>
  readonly #raters: HttpPricingConnection
  readonly #prefix: string
  #logic = 0
  #life = 0
  #compiling: Promise<Compiled> | null = null
  #waiting = 0
  #barredUntilMs = -Infinity

  constructor(
    room: Room,
    loadFiles: () => Promise<PricingFiles>,
    raters: HttpPricingConnection,
    prefix: string,
  ) {
    this.#room = room
    this.#loadFiles = loadFiles
    this.#raters = raters
    this.#prefix = prefix
  }

  /** Once at a time, however many ask for it. */
  compile(): Promise<Compiled> {
    this.#compiling ??= this.#compileNow().finally(() => {
      this.#compiling = null
    })
    return this.#compiling
  }

  pricing(facts: LogicFacts): CompiledPricing {
    const { canFill, ...shown } = facts
    return {
      ...shown,
      evaluate: (input, options) => this.#evaluate(input, options?.trace === true),
      ...(canFill ? { fill: (input: PricingInput) => this.#fill(input) } : {}),
    }
  }

  async #compileNow(): Promise<Compiled> {
    const { thread } = this.#room
    const folder = ++numbers
    const logic = ++numbers
    try {
      // One file a turn: to copy a large one takes some milliseconds.
      for (const [path, content] of await this.#loadFiles()) {
        const bytes = new Uint8Array(content)
        await thread.run('file', new Handed({ folder, path, bytes }, [bytes.buffer]))
      }
      const task = { folder, logic, prefix: this.#prefix, raterRules: this.#raters.rules }
      // The type that `compile` of the worker returns.
      const compiled = (await thread.run('compile', task)) as Compiled
      this.#logic = logic
      this.#life = thread.life
      forgotten.register(this, { thread, logic, life: thread.life })
      return compiled
    } finally {
      await thread.run('closeFolder', folder).catch(() => undefined)
    }
  }

  async #evaluate(input: PricingInput, trace: boolean): Promise<Calculation> {
    const reason = 'took too long or too much memory a short while ago'
    if (performance.now() < this.#barredUntilMs) {
      return { outcome: 'failed', place: this.#prefix, reason }
    }
    try {
      return (await this.#ask('price', input, trace)) as Calculation // As the worker returns it.
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error
      if (!error.isCulprit) throw pricingInPreparation()
      this.#barredUntilMs = performance.now() + barredMs
      return { outcome: 'failed', place: this.#prefix, reason: error.reason }
    }
  }

  async #fill(input: PricingInput): Promise<FilledFile> {
    return (await this.#ask('fill', input, false)) as FilledFile // As the worker returns it.
  }

  async #ask(verb: 'price' | 'fill', input: PricingInput, trace: boolean): Promise<unknown> {
    const room = this.#room
    if (room.waiting >= pricesWaitingMax || this.#waiting >= pricesOfLogicWaitingMax) {
      throw pricingInPreparation()
    }
    room.waiting += 1
    this.#waiting += 1
    try {
      const known =
        this.#life === room.thread.life ? await this.#send(verb, input, trace) : unknownLogic
      if (known !== unknownLogic) return known
      const compiled = await this.compile()
      if (!compiled.ok) throw new Error('a logic that was compiled before no longer compiles')
      return await this.#send(verb, input, trace)
    } finally {
      room.waiting -= 1
      this.#waiting -= 1
    }
  }

  #send(verb: 'price' | 'fill', input: PricingInput, trace: boolean): Promise<unknown> {
    const { today, ...rest } = input
    const sent = { ...rest, today: today.toString() }
    const task: PriceTask = { logic: this.#logic, input: sent, trace }
    return this.#room.thread.run(verb, task, {
      answer: (_verb, question) => {
        const { url, ...asked } = question as Omit<RaterQuestion, 'url'> & { url: string } // As the thread asks it.
        return this.#raters.ask({ ...asked, url: new URL(url) })
      },
    })
  }
}
