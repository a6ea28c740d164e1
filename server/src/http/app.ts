import Fastify, { LogController, type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { addAccess } from './access/access.ts'
import { type CompiledSchemas, openCompiledSchemas } from './schemas/compiled-schemas.ts'
import { addErrorAnswers, frameworkErrors } from './answer-errors.ts'
import { addAbsentMembers } from './body/body-members.ts'
import { addBodyPace } from './body/body-pace.ts'
import { answerBrokenConnection } from './connection/broken-connection.ts'
import { addConnectionLimit } from './connection/connection-limit.ts'
import { addCrossOrigin } from './headers/cross-origin.ts'
import type { DemoFile } from '../demo/index.ts'
import { addCheckout } from './checkout/index.ts'
import { addConsole } from './console/index.ts'
import { addData } from './apis/data.ts'
import type { App, HttpDeps } from './deps.ts'
import { addDraining } from './connection/draining.ts'
import { createRequestGate } from './access/request-gate.ts'
import {
  type BodyPace,
  type Limits,
  type TrustedProxies,
  connectionsPerAddressMaxDefault,
  defaultLimits,
  defaultPace,
} from '../settings/index.ts'
import { addIdempotency } from './idempotency/idempotency.ts'
import { addMasks } from './masks/mask-answers.ts'
import { type Refused, addListedErrors, watchRefusals } from './openapi/listed-errors.ts'
import { addManage } from './apis/management.ts'
import { addOpenApi } from './openapi/index.ts'
import { addReferencePage } from './reference/reference-page.ts'
import { addOperations } from './operations/index.ts'
import { type Listed, parseJson } from '../kernel/index.ts'
import { addRequestLog } from './requests/note-requests.ts'
import { addReadableAddress } from './query/readable-address.ts'
import { requestIdOf } from './headers/request-id.ts'
import { addSafeHeaders } from './headers/safe-headers.ts'
import { addSales, addSalesForPeople } from './apis/sales.ts'
import { addConcurrencyLimits, expensiveCallWaitMsDefault } from './access/concurrency-limits.ts'
import { addStopping } from './connection/stopping.ts'
import { addStrictHttp } from './connection/strict-http.ts'
import { addTraffic } from './connection/traffic.ts'
import { addUnreadBody } from './body/unread-body.ts'
import { whenUsed } from './schemas/when-used.ts'
import { addSchemas } from './apis/sales-schemas.ts'
import { openSchemaBucket } from './schemas/schema-bucket.ts'

export interface AppOptions extends Partial<Limits> {
  readonly log: FastifyBaseLogger
  readonly vendor: string
  readonly publicUrl: string
  /** The demo whose public key and ids the reference shows. */
  readonly demo?: DemoFile | null
  /** The proxies whose forwarded addresses are trusted; none by default. */
  readonly trusts?: TrustedProxies
  readonly bodyPace?: BodyPace
  readonly connectionsPerAddressMax?: number
  /** How long an expensive call waits for a slot. */
  readonly expensiveCallWaitMs?: number
  readonly uploadBytesMax?: number
  /** The compiled schemas that apps of the process share. */
  readonly compiledSchemas?: CompiledSchemas
  /** Called with every refusal; tests compare it with the documented ones. */
  readonly onRefused?: (refused: Refused) => void
}

const bodyBytesMax = 1024 * 1024
const uploadBytesMaxDefault = 1024 * 1024 * 1024
/** The limit for any request; `addBodyPace` sets a shorter one for most. */
const requestTimeoutMs = 3_600_000

/** Builds the HTTP server without listening, so that tests and tools need no port. */
export async function buildApp(deps: HttpDeps, options: AppOptions): Promise<App> {
  const { trusts = () => false, bodyPace = defaultPace } = options
  const gate = createRequestGate(deps, { ...defaultLimits, ...options }, trusts)
  const listed = new Map<string, readonly Listed[]>()
  const watch = watchRefusals(listed, options.onRefused)
  const app: App = Fastify({
    loggerInstance: options.log,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    http: { requireHostHeader: false }, // `addStrictHttp` requires it, in our words.
    requestIdHeader: false,
    return503OnClosing: false, // Its answer has another shape than ours: `addStopping` gives one.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: frameworkErrors(gate, watch),
    schemaController: {
      bucket: openSchemaBucket,
      compilersFactory: options.compiledSchemas ?? whenUsed(openCompiledSchemas()),
    },
    ajv: {
      customOptions: {
        allErrors: true,
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;.*)?$/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { value, text } = parseJson(body)
      request.rawBody = text
      return value
    },
  )
  addDraining(app)
  const connections = addConnectionLimit(
    app,
    options.connectionsPerAddressMax ?? connectionsPerAddressMaxDefault,
    trusts,
  )
  addTraffic(app, deps.traffic)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  addRequestLog(app, deps.requestLog)
  addErrorAnswers(app, watch)
  addListedErrors(app, listed, options.vendor)
  addSafeHeaders(app)
  addCrossOrigin(app)
  addStopping(app)
  addStrictHttp(app)
  addBodyPace(app, bodyPace)
  addUnreadBody(app)
  addAccess(app, {
    gate,
    sessions: deps.sessions,
    vendor: options.vendor,
    publicUrl: options.publicUrl,
  })
  addReadableAddress(app)
  const expensiveCalls = addConcurrencyLimits(
    app,
    options.expensiveCallWaitMs ?? expensiveCallWaitMsDefault,
  )
  addAbsentMembers(app)
  addIdempotency(app, deps)
  addMasks(app, deps)
  await addOpenApi(app, options)
  await addReferencePage(app, { publicUrl: options.publicUrl, demo: options.demo ?? null })
  addSchemas(app)
  addOperations(app, deps, { expensiveCalls, connections })
  addSales(app, deps)
  await addSalesForPeople(app, deps)
  addData(app, deps)
  addCheckout(app, deps, options.demo ?? null)
  addConsole(app)
  addManage(app, deps, {
    uploadBytesMax: options.uploadBytesMax ?? uploadBytesMaxDefault,
    bodyPace,
  })
  return app
}
