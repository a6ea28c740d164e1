import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assertOutsideTransaction } from '../../database/index.ts'
import { openRenderQueue } from './render-queue.ts'
import type {
  RendererAnswer,
  RendererKit,
  RendererMessage,
  RenderTask,
} from './renderer-messages.ts'
import { rendererDoesNotStart } from '../reasons.ts'

/** Of the processor's time: any document that takes more is a mistake, or an attack. */
const documentCpuMsMax = 8_000
/** Of a start and of a document, however long it waits for its turn on a busy machine. */
const waitMsMaxDefault = 60_000
/** Of one document: V8 refuses the compiler more, and the child ends. */
const documentMemoryMiBMax = 512
const heapMiBMax = 256
/** The most memory that the compiler may keep of earlier documents. */
const memoryMiBMaxDefault = 128
/** A child lives long: its first hundred documents cost three times what the others do. */
const childDocumentsMax = 20_000
/** A child that nobody needs gives its memory back; who tries documents out comes back soon. */
const idleMsMax = 5 * 60_000
const briefIdleMsMax = 15 * 60_000
const wasmPageKiB = 64
const libraries = ['@myriaddreamin/typst-ts-web-compiler', '@expo-google-fonts/source-sans-3']
const complaintLengthMax = 2_000
/** Requests come before documents, on every processor. */
const niceness = constants.priority.PRIORITY_LOW

/** The result of a task. A mistake is the template's; a failure is one that a later try may fix. */
export type Rendered =
  | Exclude<RendererAnswer, { readonly outcome: 'ready' | 'wanting' }>
  | { readonly outcome: 'overran'; readonly reason: string }

/** Makes documents in a child process that can be killed at any moment, one at a time. */
export interface PdfRenderer {
  /** One that is patient lets all others go first. */
  carryOut(kit: RendererKit, task: RenderTask, isPatient?: boolean): Promise<Rendered>
  /** The process at work, if there is one. */
  readonly pid: number | null
  close(): Promise<void>
}

export interface RendererOptions {
  /** For a few documents now and then: starts in a third of the time, and prints at two thirds of the speed. */
  readonly isBrief?: boolean
  readonly documentCpuMsMax?: number
  /** How long a start, or a document, may take by the clock; longer in tests. */
  readonly waitMsMax?: number
  /** How much the compiler may hold between two documents; less in tests. */
  readonly memoryMiBMax?: number
  /** Called with the output of a process that could not start. */
  readonly onFailedStart?: (complaint: string) => void
}

export function openPdfRenderer(options: RendererOptions = {}): PdfRenderer {
  let child: RendererChild | null = null
  let isClosed = false
  const queue = openRenderQueue()
  let idle: NodeJS.Timeout | undefined

  async function dismiss(): Promise<void> {
    const leaving = child
    child = null
    await leaving?.kill()
  }

  async function carryOut(kit: RendererKit, task: RenderTask): Promise<Rendered> {
    clearTimeout(idle)
    if (isClosed) throw new Error('the renderer is closed')
    try {
      if (child === null || child.isGone) {
        // Known before it has started, so that it can be dismissed meanwhile.
        child = new RendererChild(options)
        await child.start()
      }
      const worker = child
      const rendered = await worker.carryOut(kit, task)
      if (worker.isWornOut) await dismiss()
      return rendered
    } catch (error) {
      await dismiss()
      if (!(error instanceof ChildLost)) throw error
      return { outcome: 'overran', reason: error.message }
    } finally {
      const afterMs = options.isBrief ? briefIdleMsMax : idleMsMax
      idle = setTimeout(() => void dismiss(), afterMs).unref()
    }
  }

  return {
    get pid() {
      return child === null || child.isGone ? null : child.pid
    },
    carryOut: async (kit, task, isPatient = false) => {
      assertOutsideTransaction('making a document')
      return new Promise((resolve, reject) => {
        const job = async () => {
          try {
            resolve(await carryOut(kit, task))
          } catch (error) {
            reject(error)
          }
        }
        queue.add({ isPatient, carryOut: job })
      })
    },
    close: async () => {
      isClosed = true
      clearTimeout(idle)
      await dismiss()
    },
  }
}

/** The child ended, or had to be ended, over a task. */
class ChildLost extends Error {}
const tooMuch = 'Rendering takes more time or memory than a document may use.'

class RendererChild {
  readonly #process: ChildProcess
  #complaint = ''
  #documents = 0
  #answer: { resolve(answer: RendererAnswer): void; reject(error: Error): void } | null = null
  readonly #gone: Promise<void>
  /** It may end while nobody asks anything of it, for example for want of memory on the machine. */
  isGone = false

  readonly #options: RendererOptions
  #isDismissed = false

  constructor(options: RendererOptions) {
    this.#options = options
    const { memoryMiBMax = memoryMiBMaxDefault } = options
    const limits = [options.documentCpuMsMax ?? documentCpuMsMax, heapMiBMax, memoryMiBMax].map(
      String,
    )
    this.#process = fork(fileURLToPath(new URL('renderer-child.ts', import.meta.url)), limits, {
      execArgv: childFlags(options),
      // Nothing of our own configuration, which holds secrets, reaches the child.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const { pid } = this.#process
    if (pid !== undefined && !options.isBrief) setPriority(pid, niceness)
    this.#process.unref()
    this.#process.channel?.unref()
    const { stderr } = this.#process
    stderr?.on('data', (text: Buffer) => {
      this.#complaint = (this.#complaint + text.toString()).slice(-complaintLengthMax)
    })
    if (stderr instanceof Socket) stderr.unref()
    this.#gone = new Promise((resolve) => {
      this.#process.once('exit', () => {
        this.isGone = true
        this.#answer?.reject(new ChildLost(tooMuch))
        resolve()
      })
      this.#process.once('error', (error) => {
        this.#answer?.reject(error)
        resolve()
      })
    })
    this.#process.on('message', (answer: RendererAnswer) => this.#answer?.resolve(answer))
  }

  /** Waits until it is ready. */
  async start(): Promise<void> {
    try {
      await this.#nextAnswer()
    } catch (error) {
      if (this.#isDismissed) throw error
      await this.kill()
      if (!(error instanceof ChildLost)) throw error
      this.#options.onFailedStart?.(this.#complaint)
      throw rendererDoesNotStart()
    }
  }

  get pid(): number | null {
    return this.#process.pid ?? null
  }

  get isWornOut(): boolean {
    return this.#documents >= childDocumentsMax
  }

  async carryOut(kit: RendererKit, task: RenderTask): Promise<Rendered> {
    const job = { job: { kit: kit.kit, task } }
    let answer = await this.#say(job)
    if (answer.outcome === 'wanting') {
      await this.#say({ load: kit })
      answer = await this.#say(job)
    }
    if (answer.outcome === 'ready' || answer.outcome === 'wanting') {
      throw new Error('the renderer was given its kit and has none')
    }
    this.#documents += 1
    return answer
  }

  async kill(): Promise<void> {
    this.#isDismissed = true
    this.#process.ref() // Until it is gone, somebody waits for it.
    this.#process.kill('SIGKILL')
    await this.#gone
  }

  #say(message: RendererMessage): Promise<RendererAnswer> {
    const answer = this.#nextAnswer()
    this.#process.send(message, (error) => {
      if (error) this.#answer?.reject(new ChildLost(tooMuch))
    })
    return answer
  }

  /** The next thing the child says, within a time limit. Waiting for it keeps our process alive. */
  async #nextAnswer(): Promise<RendererAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<RendererAnswer>()
    const { waitMsMax = waitMsMaxDefault } = this.#options
    const limit = setTimeout(() => reject(new ChildLost(tooMuch)), waitMsMax)
    this.#answer = { resolve, reject }
    try {
      return await promise
    } finally {
      clearTimeout(limit)
      this.#answer = null
    }
  }
}

/** The child may read its own sources, its libraries, and nothing else; it may not reach the network. */
function childFlags(options: RendererOptions): string[] {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const manifest = fileURLToPath(new URL('../../../package.json', import.meta.url))
  // Packages are looked for there first, wherever they are.
  const ownPackages = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
  const readable = [here, manifest, ownPackages, ...packageFolders()]
  return [
    '--permission',
    '--allow-worker',
    ...readable.map((place) => `--allow-fs-read=${place}`),
    `--max-old-space-size=${heapMiBMax}`,
    `--wasm-max-mem-pages=${(documentMemoryMiBMax * 1024) / wasmPageKiB}`,
    // Compiling WebAssembly on threads beside the one that runs it only makes it later here.
    '--single-threaded',
    // Each function is checked when it is first called: a start needs few of the compiler's.
    '--wasm-lazy-validation',
    ...(options.isBrief ? ['--liftoff-only'] : []),
    '--disable-warning=ExperimentalWarning',
  ]
}

/** Where the libraries lie: as they are named, and where a link leads when they are linked. */
function packageFolders(): string[] {
  const { resolve } = createRequire(import.meta.url)
  return libraries.flatMap((name) => {
    const folders = (resolve.paths(name) ?? []).map((folder) => join(folder, name))
    return folders
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => [folder, realpathSync(folder)])
  })
}
