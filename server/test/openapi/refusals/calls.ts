import type { Response } from 'light-my-request'
import { Client } from 'pg'
import { inject } from 'vitest'
import { sql } from '../../../src/database/index.ts'
import { demoAccount, newKey } from '../../builders/credentials.ts'
import { savedLead } from '../../builders/lead.ts'
import { pendingPayment } from '../../builders/pending-payment.ts'
import { sandboxCallback } from '../../builders/sandbox-callback.ts'
import type { TestPlatform } from '../../support/platform.ts'
import { type Changes, type Keys, callerOn } from '../caller.ts'
import type { Operation } from '../documented.ts'
import type { Refusals, Stage } from './stage.ts'

export interface Troubled {
  /** Another server on the same database, which has nothing of the first at hand. */
  readonly elsewhere: TestPlatform
  /** One that lets nobody wait for prices. */
  readonly hasty: TestPlatform
  /** A platform whose keys have used up their requests. */
  readonly exhausted: TestPlatform
  /** A platform whose callers' address has used up its requests and its failures. */
  readonly flooded: TestPlatform
  /** A platform whose callers' address has used up its failures alone. */
  readonly guessed: TestPlatform
  /** A platform that has lost its database. */
  readonly cutOff: TestPlatform
}

/** Errors that follow from how a call is made, so that any operation can be brought to them. */
export function callRefusals(stage: Stage, troubled: Troubled, operation: Operation): Refusals {
  const { keys, other, insurer } = stage.platform.demo
  const isManagement = operation.tags?.includes('Management') === true
  const withSecretKey = isManagement ? { secretKey: insurer.test.secret } : stage.withSecretKey
  /** Every parameter in the path is this, and the query what it is. */
  const callAt = (part: string, query = '') =>
    stage.platform.app.inject({
      method: operation.method,
      url: operation.path.replace(/\{\w+\}/g, part) + query,
      headers: { authorization: `Bearer ${withSecretKey.secretKey}` },
    })
  const call = (keysSent: Keys, changes: Changes = {}, platform = stage.platform) =>
    callerOn(platform).call(operation.operationId, pathOf(operation), keysSent, {
      ...changes,
      // As a page of our own sends it: open calls of people take requests from nowhere else.
      headers: { ...(isManagement ? { 'sec-fetch-site': 'same-origin' } : {}), ...changes.headers },
    })
  return {
    unreadable_address: () =>
      operation.path.includes('{') ? callAt('%E0%A4%A') : callAt('', '?limit=%00'),
    unknown_parameter: () => callAt('x', '?colour=red'),
    unknown_member: () => call(withSecretKey, { body: { colour: 'red' } }),
    address_too_long: () => callAt('x'.repeat(101)),
    no_key: () => call({}),
    unreadable_key: () => call({}, { headers: { authorization: 'Digest of something' } }),
    unknown_key: () => call({ secretKey: 'sk_test_0' }),
    keys_of_two_accounts: () => call({ ...withSecretKey, publicKey: other.test.public }),
    page_not_allowed: () => callFromElsewhere(stage, operation),
    public_key: () => call({ publicKey: keys.test.public }),
    wrong_version: () =>
      call(withSecretKey, { headers: { Accept: 'application/vnd.bindery.v9+json' } }),
    not_json: () => call(withSecretKey, { rawBody: '{"data":' }),
    not_an_object: () => call(withSecretKey, { rawBody: '[]' }),
    too_large: () => call(withSecretKey, { rawBody: `"${' '.repeat(1024 * 1024)}"` }),
    wrong_media_type: () =>
      call(withSecretKey, { rawBody: '{}', headers: { 'content-type': 'text/plain' } }),
    wrong_idempotency_key: () =>
      call(withSecretKey, { headers: { 'Idempotency-Key': 'x'.repeat(256) } }),
    not_an_insurer: () => call({ secretKey: keys.test.secret }),
    permission_missing: async () => {
      const account = await demoAccount(
        stage.platform,
        isManagement ? 'demo-insurance' : 'alpine-brokers',
      )
      const { key } = await newKey(stage.platform, account, 'secret', false, [
        'a_role_that_is_gone',
      ])
      return call({ secretKey: key })
    },
    first_request_in_progress: () =>
      whileTheFirstRuns(stage.platform, operation, (headers) => call(withSecretKey, { headers })),
    answer_lost: () =>
      afterTheAnswerIsLost(stage.platform, operation, (headers) =>
        call(withSecretKey, { headers }),
      ),
    idempotency_key_reused: async () => {
      const headers = { 'Idempotency-Key': `reused by ${operation.operationId}` }
      await call(withSecretKey, { headers })
      return call(withSecretKey, { headers, body: { another: 'request' } })
    },
    too_many_failures: () =>
      untilTooMany(() => call({ secretKey: 'sk_test_0' }, {}, troubled.flooded)),
    token_rate_limited: () =>
      untilTooMany(() => call({}, withToken(troubled.exhausted), troubled.exhausted)),
    address_rate_limited: () => untilTooMany(() => call({}, {}, troubled.flooded)),
    busy: () => oneOfMany(() => call(withSecretKey), 503),
    rate_limited: () => untilTooMany(() => call(withSecretKey, {}, troubled.exhausted)),
    unavailable: () =>
      operation.operationId === 'receivePaymentCallback'
        ? sandboxCallback(troubled.cutOff, { payment_id: 't0', status: 'ok' })
        : call(withSecretKey, {}, troubled.cutOff),
  }
}

const withToken = ({ demo }: TestPlatform): Changes => ({
  headers: { authentication: `Bearer ${demo.access_token}` },
})

/** With a public key, from a web page that the integration does not list. */
async function callFromElsewhere(stage: Stage, { operationId }: Operation): Promise<Response> {
  const { caller, platform, product, seller } = stage
  const keys = { publicKey: platform.demo.keys.test.public }
  const quote_token = (await seller.quote()).json<{ token: string }>().token
  const { id: paymentId, token, offer } = await pendingPayment(seller)
  const integrationId = product.integration_id
  const lead = await savedLead(platform)
  const known = {
    ...product,
    integrationId,
    touchpoint_id: integrationId,
    leadId: lead.id,
    'lead-token': lead.token,
    quote_token,
    policyId: offer.id,
    policy_id: offer.id,
    paymentId,
    token,
    'payment-token': token,
    'endorsement-token': 'x',
    'mandate-token': 'x',
    'If-Match': 'tpv_1',
  }
  return caller.call(operationId, known, keys, { headers: { origin: 'https://elsewhere.example' } })
}

/** One is allowed in a minute, and a slow test may take longer than that. */
export async function untilTooMany(call: () => Promise<Response>): Promise<Response> {
  let answer = await call()
  for (let tries = 1; tries < 4 && answer.statusCode !== 429; tries++) answer = await call()
  return answer
}

/** Of so many at once some have to wait, and more than may wait at all. */
async function oneOfMany(call: () => Promise<Response>, status: number): Promise<Response> {
  const answers = await Promise.all(Array.from({ length: 40 }, call))
  const found = answers.find(({ statusCode }) => statusCode === status)
  if (found === undefined) throw new Error('all of them were served')
  return found
}

/** The examples of the parameters in the path, and of those in the query. */
function pathOf(operation: Operation): Record<string, string> {
  const shown = operation.parameters.filter((parameter) => parameter.in !== 'header')
  return Object.fromEntries(shown.map(({ name, example }) => [name, example ?? '']))
}

/** A first request, put back to where its answer was not there yet. */
export async function whileTheFirstRuns(
  platform: TestPlatform,
  operation: Operation,
  call: (headers: NonNullable<Changes['headers']>) => Promise<Response>,
): Promise<Response> {
  const key = `first of ${operation.operationId}`
  const headers = { 'Idempotency-Key': key }
  await call(headers)
  await platform.db.query(sql`
    update idempotency_keys set status = null where key = ${key}`)
  return call(headers)
}

/** A first request, whose answer was sealed with an encryption key that is gone. */
export async function afterTheAnswerIsLost(
  platform: TestPlatform,
  operation: Operation,
  call: (headers: NonNullable<Changes['headers']>) => Promise<Response>,
): Promise<Response> {
  const key = `lost of ${operation.operationId}`
  const headers = { 'Idempotency-Key': key }
  await call(headers)
  await platform.db.query(sql`
    update idempotency_keys set made_id = null, ring_key_id = 'gone' where key = ${key}`)
  return call(headers)
}

/** Closes the database to the platform, as a full or restarting server would. */
export async function cutOffDatabase(platform: TestPlatform): Promise<void> {
  const [row] = await platform.db.query<{ name: string }>(sql`select current_database() as name`)
  const client = new Client({ ...inject('testServer').superuser })
  await client.connect()
  try {
    await client.query(`alter database ${row?.name} connection limit 0`)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [row?.name],
    )
  } finally {
    await client.end()
  }
}
