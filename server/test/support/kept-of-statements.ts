import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { endPool, openPool } from '../../src/database/open-pool.ts'

/*
 * Says how many of fifty statements leave what they were given in memory after minor collections. It
 * runs in a thread, whose small heap collects nothing by itself meanwhile.
 */
// As the test gives it.
const pool = openPool(workerData as Parameters<typeof openPool>[0], (error) => {
  throw error
})
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: { type: 'minor' }) => void // As V8 gives it.
const given = new Array<WeakRef<object>>()
for (let times = 0; times < 50; times++) await ask()
await sleep(10) // A reference that was made holds for a turn.
for (let times = 0; times < 4; times++) collect({ type: 'minor' })
parentPort?.postMessage(given.filter((reference) => reference.deref() !== undefined).length, [])
await endPool(pool)

async function ask(): Promise<void> {
  const values = [JSON.stringify({ number: given.length })]
  given.push(new WeakRef(values))
  await pool.query({ text: 'select $1::text', values })
}
