import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusedAnywhere } from '../../src/http/index.ts'
import type { Listed } from '../../src/kernel/index.ts'
import { type Rater, json, startRater } from '../../src/pricing/http/testing/rater.ts'
import { managerOn } from '../builders/manager.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { allReasons } from './all-reasons.ts'
import { documented, examplesOf, operations, validatorOf } from './documented.ts'
import { masked } from './masked.ts'
import { type Troubled, callRefusals, cutOffDatabase } from './refusals/calls.ts'
import { approvalRefusals, withoutSecondPerson } from './refusals/approvals.ts'
import { dataRefusals } from './refusals/data.ts'
import { impactRefusals } from './refusals/impacts.ts'
import { managementRefusals } from './refusals/management.ts'
import { offerRefusals } from './refusals/offers.ts'
import { operationsRefusals } from './refusals/operations.ts'
import { paymentRefusals } from './refusals/payments.ts'
import { factorRefusals } from './refusals/factors.ts'
import { peopleRefusals } from './refusals/people.ts'
import { policyRefusals } from './refusals/policies.ts'
import { quoteRefusals } from './refusals/quotes.ts'
import { renewalRefusals } from './refusals/renewals.ts'
import { type Refusals, type Stage, stageOn } from './refusals/stage.ts'
import { userRefusals } from './refusals/users.ts'

let stage: Stage
let troubled: Troubled
let rater: Rater
let refusals: Readonly<Record<string, Refusals>>
const opened: TestPlatform[] = []

beforeAll(async () => {
  const open = async (...options: Parameters<typeof openTestPlatform>) => {
    const platform = await openTestPlatform(...options)
    opened.push(platform)
    return platform
  }
  rater = await startRater(json({}))
  const raters = {
    hosts: [`127.0.0.1:${rater.port}`],
    allowsPrivate: true,
    secrets: [Buffer.from('a secret')],
  }
  const platform = await open({ expensiveCallWaitMs: 20, raters, leavesDocuments: true })
  stage = stageOn(platform)
  troubled = {
    elsewhere: await open({ beside: { platform, connection: platform.connection } }),
    hasty: await open({
      beside: { platform, connection: platform.connection },
      preparationPatienceMs: 0,
    }),
    exhausted: await open({ requestsPerMinuteMax: 1 }),
    flooded: await open({
      openRequestsPerMinuteMax: 1,
      failuresPerMinuteMax: 1,
      declarationsPerMinuteMax: 1,
    }),
    guessed: await open({ failuresPerMinuteMax: 1 }),
    cutOff: await open(),
  }
  for (const url of ['/nothing', '/healthz', '/quotes']) await troubled.flooded.app.inject({ url })
  await troubled.flooded.app.inject({ url: '/manage/keys' })
  await stageOn(troubled.exhausted).seller.get('/offers/tpol_1')
  await managerOn(troubled.exhausted).get('/manage/accounts')
  await cutOffDatabase(troubled.cutOff)
  refusals = {
    ...quoteRefusals(stage, troubled),
    ...offerRefusals(stage, troubled),
    ...paymentRefusals(stage, troubled),
    ...policyRefusals(stage, rater),
    ...renewalRefusals(stage),
    ...dataRefusals(stage, troubled),
    ...managementRefusals(stage),
    ...impactRefusals(stage, rater),
    ...userRefusals(stage),
    ...peopleRefusals(stage),
    ...factorRefusals(stage, troubled),
    ...approvalRefusals(stage),
    ...operationsRefusals(stage, troubled),
  }
})
afterAll(async () => {
  for (const platform of opened.toReversed()) await platform.close()
  await rater.close()
})

const documentedErrors = operations.flatMap((operation) =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const media = response.content['application/json']
      if (media === undefined) throw new Error(`${operation.operationId} ${status} has no body`)
      return Object.entries(examplesOf(media)).map(([name, example]) => ({
        title: `${operation.operationId} answers ${status} ${name}`,
        operation,
        status: Number(status),
        name,
        example,
        media,
      }))
    }),
)
type DocumentedError = (typeof documentedErrors)[number]
const errorsByCall = Map.groupBy(documentedErrors, ({ operation }) => operation.operationId)

describe('every documented error is what the server says, and with the documented headers', () => {
  // A test for each of six thousand would spend a sixth of its time on being reported.
  it.each([...errorsByCall])('%s', async (_, errors) => {
    for (const error of errors) await expectAsDocumented(error)
  })
})

async function expectAsDocumented(error: DocumentedError): Promise<void> {
  const { title, operation, status, name, example, media } = error
  const provoke =
    refusals[operation.operationId]?.[name] ??
    (name === 'second_person_required' ? () => withoutSecondPerson(stage, operation) : null) ??
    callRefusals(stage, troubled, operation)[name]
  if (provoke === undefined) throw new Error(`${title}: nobody knows how to bring it about`)
  const response = await provoke()
  const code = codeOf(operation.operationId, name)
  const isSilent = statusOnly[`${operation.operationId} ${status}`] !== undefined
  const body = response.json<Body>()
  expect.soft(reasonOf(response), title).toBe(code)
  if (name !== mistakes) expect.soft(body.code, title).toBe(isSilent ? undefined : code)
  expect.soft(withoutNumbers(body), title).toEqual(withoutNumbers(example))
  expect.soft(response.statusCode, title).toBe(status)
  const { 'content-type': contentType } = response.headers
  expect.soft(contentType, title).toBe('application/json; charset=utf-8')
  expect.soft(validatorOf(media.schema)(body), title).toBe(true)
  const promised = Object.keys(operation.responses[status]?.headers ?? {})
    .filter((header) => header !== 'Idempotency-Replayed')
    .map((header) => header.toLowerCase())
  expect.soft(Object.keys(response.headers), title).toEqual(expect.arrayContaining(promised))
}

describe('every refusal has a code to decide by', () => {
  const { enum: codes } = documented.components['schemas']?.['ErrorCode'] ?? {}

  it('of the list of codes', () => {
    for (const { title, operation, status, example } of documentedErrors) {
      if (statusOnly[`${operation.operationId} ${status}`] === undefined) {
        expect(codes, title).toContain((example as Body).code)
      } else expect(Object.keys(Object(example)), title).toEqual(['status'])
    }
  })

  it('except where the contract limits the body', () => {
    const without = documentedErrors.filter(({ example }) => (example as Body).code === undefined)
    const calls = without.map(({ operation, status }) => `${operation.operationId} ${status}`)
    expect([...new Set(calls)].toSorted()).toEqual(Object.keys(statusOnly))
  })

  it('also where any call is refused', () => {
    expect(codes).toEqual(expect.arrayContaining(refusedAnywhere.map(({ code }) => code)))
  })

  it('that is written like all others', () => {
    for (const code of codes as string[]) expect(code).toMatch(/^[a-z]+[a-z0-9]*(_[a-z0-9]+)*$/)
  })
})

describe('every call documents what it lists, and only that', () => {
  it.each(operations)('$operationId', ({ operationId, responses }) => {
    const labels = listedBy(operationId).map(({ label }) => label)
    expect(labels).toEqual([...new Set(labels)])
    const documented = Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, { content }]) => Object.keys(content['application/json']?.examples ?? {}))
    expect(documented.filter((name) => name !== mistakes).toSorted()).toEqual(labels.toSorted())
  })
})

describe('every reason', async () => {
  it.each(await allReasons())('$name is listed by a call', ({ reason: { code } }) => {
    const all = [...stage.platform.app.listedErrors.values()].flat()
    if (code === neverShown) return
    expect(all.map((one) => one.code)).toContain(code)
  })
})

interface Body {
  readonly code?: string
}

/** Bodies that the contract limits to `status`, with its words. */
const statusOnly: Readonly<Record<string, string>> = {
  'showOffer 403': 'GET /offers/{offerId}: 403 (body has only `status`)',
  'showPayment 404': 'GET /payments/{paymentId}: 404 with body `status` only',
}

/** `takePayment` takes it as a sign that somebody was faster, and says what stands in the way now. */
const neverShown = 'status_changed'

/** Of a folder or a file: they are the answer of the call, not an error. */
const mistakes = 'mistakes'

/** Without the errors of any call, which the overview lists once. */
function listedBy(operationId: string): Listed[] {
  const listed = stage.platform.app.listedErrors.get(operationId) ?? []
  return listed.filter((one) => !refusedAnywhere.includes(one))
}

/** The reason that the call lists under this name. */
function codeOf(operationId: string, name: string): string | undefined {
  return listedBy(operationId).find((one) => one.label === name)?.code
}

/** The reason that was thrown for this answer, whatever its words. */
function reasonOf({ headers }: Response): string | null | undefined {
  const requestId = String(headers['x-request-id'])
  return opened.find(({ refused }) => refused.has(requestId))?.refused.get(requestId)
}

/** How many requests are allowed, and for how long not, differs from the example. */
function withoutNumbers(body: unknown): unknown {
  const text = JSON.stringify(masked(body))
  return JSON.parse(
    text
      .replace(/than \d+ (.+) within a minute. Try again in \d+ sec/, 'than N $1')
      .replace(/too often. Try again in \d+ seconds?/, 'too often. Try again in N seconds')
      .replace(/may be \d+ MiB/, 'may be N MiB')
      .replace(/[\d-]{10} is too (\w+). The (\w+) possible due date is [\d-]{10}/, '$1 $2'),
  ) as unknown
}
