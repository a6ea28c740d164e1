import { enableCompileCache } from 'node:module'
import { keepNumbering } from '@bindery/server/src/ledger/index.ts'
import pg from 'pg'
import { answerQuestions } from './server-questions.ts'
import { openWorkerPlatform } from './worker-platform.ts'

/**
 * A worker that sweeps, numbers invoices and helps other sweepers while it is switched on: the whole
 * platform with its sandbox, but no job that anything else has enqueued. There is one sweep a minute
 * for all workers, so they take turns at it, here without pauses.
 */
enableCompileCache()
const yielding = process.argv[3] === 'greedy' ? { isAnybodyServed: () => false } : {}
const { connection, db, log, counts, platform } = await openWorkerPlatform(yielding)
const onError = (error: unknown) => log.error({ err: error }, 'something could not be done yet')
let working: ReturnType<typeof begin> | null = null
const control = { isOn: false }

async function sweep(): Promise<void> {
  const turn = new pg.Client(connection)
  await turn.connect()
  while (control.isOn) {
    await turn.query(`select pg_advisory_lock(hashtext('the turn of a worker'))`)
    if (control.isOn) await platform.handlers.sweep({})
    await turn.query(`select pg_advisory_unlock(hashtext('the turn of a worker'))`)
  }
  await turn.end()
}

/** All that goes on while it works; ended, it leaves between two transactions. */
function begin(): { stop(): Promise<void> } {
  const helper = platform.backlog.keepHelping(onError)
  const numbers = keepNumbering({ db, onError })
  const sweeping = sweep()
  return {
    stop: async () => {
      await helper.stop()
      await sweeping
      await numbers.stop()
    },
  }
}

answerQuestions({
  counts,
  async work(wanted) {
    control.isOn = wanted
    if (wanted) {
      working ??= begin()
      return
    }
    await working?.stop()
    working = null
  },
})
process.on('disconnect', () => process.exit())
process.send?.({}) // That it is ready.
