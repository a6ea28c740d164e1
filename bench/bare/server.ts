import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import { groupCommit } from '@bindery/server/src/database/group-commit.ts'
import { mintId, mintPaymentId } from '@bindery/server/src/kernel/index.ts'
import { watchStatements } from '@bindery/server/test/support/watch-statements.ts'
import pg from 'pg'
import { answerQuestions } from '../server-questions.ts'
import type { SampleRows } from './sample-rows.ts'
import { writeOffers, writePayments, writeQuotes } from './statements.ts'

/**
 * What a sale costs at the very least: a server that reads the same requests, writes the same rows
 * into the same tables, those that arrive together with one statement and one commit, and answers
 * with their ids. It knows no keys, rules, prices or customers: every row is a copy of one sample.
 */
export interface BareStart {
  readonly database: pg.ClientConfig
  readonly sample: SampleRows
  readonly port: number
}

const connectionsMax = 12
const limits = { itemsMax: 100, writersMax: 2 }

const [start] = (await once(process, 'message')) as [BareStart] // The first message.
const pool = new pg.Pool({ ...start.database, pipeline: true, max: connectionsMax })
const counts = watchStatements(pool)
const { sample } = start

const saveQuote = groupCommit<string>({
  ...limits,
  write: async (ids) => void (await pool.query(writeQuotes(sample, ids))),
})
const saveOffer = groupCommit<string>({
  ...limits,
  write: async (ids) => void (await pool.query(writeOffers(sample, ids))),
})
const savePayment = groupCommit<{ readonly id: string; readonly policyId: string }>({
  ...limits,
  write: async (payments) => void (await pool.query(writePayments(sample, payments))),
})

const routes: Record<string, (body: { policy_id?: string }) => Promise<object>> = {
  async '/quotes'() {
    const id = mintId('qu', Temporal.Now.instant())
    await saveQuote(id)
    return { token: id }
  },
  async '/policies'() {
    const id = mintId('tpol', Temporal.Now.instant())
    await saveOffer(id)
    return { id, payment_token: id }
  },
  async '/payments'({ policy_id: policyId = '' }) {
    const id = mintPaymentId(Temporal.Now.instant())
    await savePayment({ id, policyId })
    return { id }
  },
}

const server = createServer((request, response) => {
  void answer(request).then(({ status, body }) => {
    const text = JSON.stringify(body)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  })
})
server.keepAliveTimeout = 60_000
server.listen(start.port, '127.0.0.1')
await once(server, 'listening')

async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
  try {
    const body = JSON.parse(await read(request)) as { policy_id?: string } // Our own load generator's.
    const route = routes[request.url ?? '']
    return route === undefined
      ? { status: 404, body: {} }
      : { status: 200, body: await route(body) }
  } catch (error) {
    return { status: 500, body: { message: String(error) } }
  }
}

function read(request: IncomingMessage): Promise<string> {
  return new Promise((done, failed) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => done(text))
    request.on('error', failed)
  })
}

answerQuestions({ counts })
process.on('disconnect', () => process.exit())
process.send?.('ready')
