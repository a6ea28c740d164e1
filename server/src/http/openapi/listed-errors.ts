import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Listed, type Refusal } from '../../kernel/index.ts'
import { secondPersonRequired } from '../../approvals/index.ts'
import { datasetBeingPrepared } from '../../datasets/index.ts'
import { rendererDoesNotStart } from '../../documents/index.ts'
import { folderWorkersStopped } from '../../management/index.ts'
import {
  accountNotNamed,
  notAMember,
  sessionOfOneAccount,
  requestFromElsewhere,
  secondFactorRequired,
  sessionUnknown,
} from '../../people/index.ts'
import { versionDoesNotCompile } from '../../products/index.ts'
import { callOf } from './call.ts'
import { commonErrors } from './common-errors.ts'
import { uploadLost } from '../body/reasons.ts'
import {
  expectationUnknown,
  headersTooLarge,
  hostMissing,
  internalError,
  malformedRequest,
  notHttp,
  requestTooSlow,
  routeNotFound,
  stopping,
  textNotStorable,
  tooManyConnections,
  wrongMode,
} from '../reasons.ts'
import { errorResponses } from '../errors/error-responses.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** All that each operation may refuse, by its operationId. */
    readonly listedErrors: ReadonlyMap<string, readonly Listed[]>
  }
  interface FastifyContextConfig {
    /**
     * What the route refuses for what it does. What follows from how it is called, with which key,
     * version or body, is not listed here: it is the same everywhere.
     */
    refuses?: readonly Listed[]
  }
}

/** Where cookies are read: every call under `/manage`. */
const ofSessions: readonly Listed[] = [
  sessionUnknown,
  requestFromElsewhere,
  accountNotNamed,
  wrongMode,
  notAMember,
  sessionOfOneAccount,
  secondFactorRequired,
]

/**
 * Refusals that follow neither from what a call does nor from how it is made, but from the state of
 * the server or of the connection. Any call may return them, so the overview lists them once.
 */
export const refusedAnywhere: readonly Listed[] = [
  notHttp,
  malformedRequest,
  hostMissing,
  textNotStorable,
  uploadLost,
  routeNotFound,
  requestTooSlow,
  expectationUnknown,
  tooManyConnections,
  headersTooLarge,
  internalError,
  stopping,
  datasetBeingPrepared,
  rendererDoesNotStart,
  versionDoesNotCompile,
  folderWorkersStopped,
  ...ofSessions,
]

/**
 * Documents the refusals that routes list, and remembers them, so that an unlisted one is noticed.
 */
export function addListedErrors(
  app: FastifyInstance,
  listed: Map<string, readonly Listed[]>,
  vendor: string,
): void {
  app.decorate('listedErrors', listed)
  app.addHook('onRoute', (route) => {
    const { operationId, response } = route.schema ?? {}
    if (operationId === undefined) return
    const { refuses = [], mayNeedSecondPerson } = route.config ?? {}
    const own = mayNeedSecondPerson === true ? [...refuses, secondPersonRequired] : refuses
    listed.set(operationId, [...own, ...commonErrors(callOf(route, vendor)), ...refusedAnywhere])
    route.schema = { ...route.schema, response: { ...Object(response), ...errorResponses(...own) } }
  })
}

/** A refused request, for tests that compare refusals with the document. */
export interface Refused {
  readonly requestId: string
  /** The operation that refused; null where no route was found. */
  readonly operationId: string | null
  readonly code: string
  readonly isListed: boolean
}

export function watchRefusals(
  listed: ReadonlyMap<string, readonly Listed[]>,
  report: (refused: Refused) => void = () => undefined,
) {
  return (request: FastifyRequest, refusal: Refusal): void => {
    const { operationId = null } = request.routeOptions.schema ?? {}
    const { code } = refusal.details
    const isListed =
      operationId === null || listed.get(operationId)?.some((one) => one.code === code) === true
    if (!isListed) request.log.warn({ operationId, code }, 'a refusal is not documented')
    report({ requestId: request.id, operationId, code, isListed })
  }
}
