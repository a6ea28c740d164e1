import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { RendererAnswer, RendererMessage } from './renderer-messages.ts'
import { startWatchdog } from './watchdog.ts'

/**
 * The main loop of the child: one job after the other, until the renderer ends it.
 *
 * Documents are set on a thread. What the compiler remembers of earlier documents is given back only when
 * all of it goes, so the thread is renewed; but the machine code of the compiler, which takes as much
 * processor time as a hundred documents to become good, belongs to the process and stays.
 */
declare global {
  namespace WebAssembly {
    /** As every runtime has it; the types of Node leave it to those of browsers. */
    const Module: new (bytes: Uint8Array) => Module
  }
}

const [cpuMsMax = 0, heapMiBMax = 0, memoryMiBMax = 0] = process.argv.slice(2).map(Number)
const mebibyte = 1024 * 1024
const { resolve } = createRequire(import.meta.url)
const compiler = new WebAssembly.Module(
  readFileSync(resolve('@myriaddreamin/typst-ts-web-compiler/pkg/typst_ts_web_compiler_bg.wasm')),
)
const watchdog = startWatchdog({ cpuMsMax })
let thread = startThread()
let last = thread.ready.then(() => send({ outcome: 'ready' }))

process.on('message', (message: RendererMessage) => {
  last = last.then(() => answer(message))
})

async function answer(message: RendererMessage): Promise<void> {
  watchdog.begin()
  const answered = await thread.ask(message)
  watchdog.end()
  send(answered)
  if (!('memoryBytes' in answered) || answered.memoryBytes < memoryMiBMax * mebibyte) return
  await thread.end()
  thread = startThread()
  await thread.ready
}

function startThread() {
  let receive: ((answer: RendererAnswer) => void) | null = null
  let isLeaving = false
  const worker = new Worker(new URL('typesetter-thread.ts', import.meta.url), {
    name: 'typesetter',
    workerData: { compiler },
    resourceLimits: { maxOldGenerationSizeMb: heapMiBMax },
  })
  worker.on('message', (answer: RendererAnswer) => receive?.(answer))
  worker.on('error', () => process.exit(1)) // The document that it was rendering is reported as too large.
  worker.on('exit', () => {
    if (!isLeaving) process.exit(1)
  })
  const next = () => new Promise<RendererAnswer>((resolved) => (receive = resolved))
  return {
    ready: next(),
    ask(message: RendererMessage): Promise<RendererAnswer> {
      const answered = next()
      worker.postMessage(message, [])
      return answered
    },
    async end(): Promise<void> {
      isLeaving = true
      await worker.terminate()
    },
  }
}

function send(message: RendererAnswer): void {
  process.send?.(message)
}
