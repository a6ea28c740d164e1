import { parentPort, workerData } from 'node:worker_threads'
import { stopTheClock } from './document-clock.ts'
import type { RendererAnswer, RendererMessage } from './renderer-messages.ts'
import { Typesetter } from './typesetter.ts'

// The whole life of the thread that sets documents: it does nothing else, and need not know when to end.
const { compiler } = workerData as { compiler: WebAssembly.Module } // As the child gives it.
const typesetter = await Typesetter.start(compiler)
stopTheClock()
parentPort?.on('message', (message: RendererMessage) => void carryOut(message))
send({ outcome: 'ready' })

async function carryOut(message: RendererMessage): Promise<void> {
  if ('load' in message) {
    await typesetter.load(message.load)
    send({ outcome: 'ready' })
  } else send(typesetter.carryOut(message.job))
}

function send(answer: RendererAnswer): void {
  parentPort?.postMessage(answer, [])
}
