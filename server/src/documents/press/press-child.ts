import { stopTheClock } from './paper-clock.ts'
import type { PressAnswer, PressMessage } from './press-messages.ts'
import { Typesetter } from './typesetter.ts'
import { startWatchdog } from './watchdog.ts'

/** The child's whole life: one order after the other, until the press has had enough of it. */
const watchdog = startWatchdog({ cpuMsMax: Number(process.argv[2]) })
const typesetter = await Typesetter.start()
stopTheClock()
process.on('message', (message: PressMessage) => {
  void answer(message)
})
send({ outcome: 'ready' })

async function answer(message: PressMessage): Promise<void> {
  if ('load' in message) {
    await typesetter.load(message.load)
    send({ outcome: 'ready' })
    return
  }
  watchdog.begin()
  const answered = typesetter.carryOut(message.order)
  watchdog.end()
  send(answered)
}

function send(message: PressAnswer): void {
  process.send?.(message)
}
