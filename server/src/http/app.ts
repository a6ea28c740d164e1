import Fastify, { LogController, type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { addAccess } from './access.ts'
import { type CompiledSchemas, openCompiledSchemas } from './compiled-schemas.ts'
import { addErrorAnswers, frameworkErrors } from './answer-errors.ts'
import { addAbsentMembers } from './body-members.ts'
import { addBodyPace } from './body-pace.ts'
import { answerBrokenConnection } from './broken-connection.ts'
import { addConnectionLimit } from './connection-limit.ts'
import { addCrossOrigin } from './cross-origin.ts'
import type { DemoFile } from '../demo/index.ts'
import { addCheckout } from './checkout/index.ts'
import { addData } from './data/index.ts'
import type { App, HttpDeps } from './deps.ts'
import { addDraining } from './draining.ts'
import { createDoor } from './door.ts'
import {
  type BodyPace,
  type Limits,
  type TrustedProxies,
  connectionsPerAddressMaxDefault,
  defaultLimits,
  defaultPace,
} from '../settings/index.ts'
import { addIdempotency } from './idempotency.ts'
import { type Refused, addListedErrors, watchRefusals } from './listed-errors.ts'
import { addManage } from './manage/index.ts'
import { addOpenApi } from './openapi/index.ts'
import { addOperations } from './operations/index.ts'
import { type Listed, parseJson } from '../kernel/index.ts'
import { addReadableAddress } from './readable-address.ts'
import { requestIdOf } from './request-id.ts'
import { addSafeHeaders } from './safe-headers.ts'
import { openSchemaBucket } from './schema-bucket.ts'
import { addSales } from './sales/index.ts'
import { addShares, shareWaitMsDefault } from './shares.ts'
import { addStopping } from './stopping.ts'
import { addStrictHttp } from './strict-http.ts'
import { addTraffic } from './traffic.ts'
import { addUnreadBody } from './unread-body.ts'
import { whenUsed } from './when-used.ts'
import { addSchemas } from './wire/index.ts'

export interface AppOptions extends Partial<Limits> {
  readonly log: FastifyBaseLogger
  readonly vendor: string
  readonly publicUrl: string
  /** Whose public key and ids the reference shows. */
  readonly demo?: DemoFile | null
  /** Whose word about a client's address is taken; nobody's without it. */
  readonly trusts?: TrustedProxies
  readonly bodyPace?: BodyPace
  readonly connectionsPerAddressMax?: number
  /** How long an expensive call waits for others to end. */
  readonly shareWaitMs?: number
  readonly uploadBytesMax?: number
  /** What other apps of the process have compiled already. */
  readonly compiledSchemas?: CompiledSchemas
  /** Told of everything that is refused; tests hold it against what is listed. */
  readonly onRefused?: (refused: Refused) => void
}

const bodyBytesMax = 1024 * 1024
const uploadBytesMaxDefault = 1024 * 1024 * 1024
/** Of any request at all; most have far less time, as `addBodyPace` says. */
const requestTimeoutMs = 3_600_000

/** The edge, built apart from listening, so that tests and tools can have it without a port. */
export async function buildApp(deps: HttpDeps, options: AppOptions): Promise<App> {
  const { trusts = () => false, bodyPace = defaultPace } = options
  const door = createDoor(deps.authenticator, { ...defaultLimits, ...options }, trusts)
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
    frameworkErrors: frameworkErrors(door, watch),
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
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  addErrorAnswers(app, watch)
  addListedErrors(app, listed, options.vendor)
  addSafeHeaders(app)
  addCrossOrigin(app)
  addStopping(app)
  addStrictHttp(app)
  addBodyPace(app, bodyPace)
  addUnreadBody(app)
  addAccess(app, { door, vendor: options.vendor, publicUrl: options.publicUrl })
  addReadableAddress(app)
  const shares = addShares(app, options.shareWaitMs ?? shareWaitMsDefault)
  addAbsentMembers(app)
  addIdempotency(app, deps)
  await addOpenApi(app, options)
  addSchemas(app)
  addOperations(app, deps, { shares, connections })
  addSales(app, deps)
  addData(app, deps)
  addCheckout(app, deps, options.demo ?? null)
  addManage(app, deps, {
    uploadBytesMax: options.uploadBytesMax ?? uploadBytesMaxDefault,
    bodyPace,
  })
  return app
}
