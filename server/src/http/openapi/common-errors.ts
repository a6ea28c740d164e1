import { type Listed, suggest, unreadableBody } from '../../kernel/index.ts'
import { type Permission, keysOfTwoAccounts, noKey, unknownKey } from '../../identity/index.ts'
import { pageNotAllowed } from '../../products/index.ts'
import { answerLost, firstInProgress, idempotencyKeyReused } from '../../idempotency/index.ts'
import { defaultLimits } from '../../settings/index.ts'
import { unknownParameter } from '../query/reasons.ts'
import { unknownMember } from '../body/reasons.ts'
import * as common from '../reasons.ts'
import { busyWith } from '../access/concurrency-limits.ts'
import type { Call } from './call.ts'

/** The errors that follow from how a call is made, not from what it does. */
export function commonErrors(call: Call): Listed[] {
  return [
    ...(call.access === 'open' ? [addressTooOften] : keyErrors),
    ...(call.takesToken ? tokenErrors : []),
    ...(call.access === 'open' || call.access === 'key' ? [] : [common.needsSecretKey]),
    ...(call.isForPages ? [pageNotAllowed] : []),
    ...(call.access === 'manage' ? [common.notAnInsurer] : []),
    ...(call.permission === null ? [] : [permissionMissing(call, call.permission)]),
    ...(isManagement(call) ? [unknownParameterOf(call)] : []),
    ...(isManagement(call) && call.takesBody ? [unknownMember] : []),
    ...(call.accept === null ? [] : [common.wrongVersion.listed({ example: [call.accept] })]),
    ...(call.hasPathParameters ? [common.addressTooLong] : []),
    ...(call.hasPathParameters || call.queryParameters !== null ? [common.unreadableAddress] : []),
    ...(call.takesBody ? [common.notAnObject] : []),
    ...(parsesJson(call) ? bodyErrors : []),
    ...(call.expensive === null ? [] : [busyWith[call.expensive]]),
    ...(takesIdempotencyKey(call) ? idempotencyErrors : []),
  ]
}

function permissionMissing({ access }: Call, permission: Permission): Listed {
  if (permission === 'offers.read' && access === 'secret') return common.mayNotSeeOffers
  return common.permissionMissing.listed({ example: [permission] })
}

function isManagement({ access }: Call): boolean {
  return access === 'manage' || access === 'shared'
}

function unknownParameterOf({ queryParameters }: Call): Listed {
  const unknown = 'colour'
  const example = () => unknownParameter([unknown], suggest(unknown, queryParameters ?? []))
  return { ...unknownParameter.listed({}), example }
}

/** A call that takes no body still parses one that is sent; an upload parses its own. */
function parsesJson({ method, takesBody, bodies }: Call): boolean {
  return takesBody || (method === 'POST' && Object.keys(bodies).length === 0)
}

export function takesIdempotencyKey(call: Call): boolean {
  const isChanging = ['POST', 'PATCH', 'DELETE'].includes(call.method)
  return isChanging && call.access !== 'open' && !call.isRepeatable
}

const exampleSeconds = 42
const addressTooOften = common.addressTooOften.listed({
  example: [defaultLimits.openRequestsPerMinuteMax, exampleSeconds],
})
const tooManyFailures = common.tooManyFailures.listed({
  example: [defaultLimits.failuresPerMinuteMax, exampleSeconds],
})
const tokenErrors = [
  common.tokenTooOften.listed({ example: [defaultLimits.requestsPerMinuteMax, exampleSeconds] }),
  tooManyFailures,
  common.unavailable,
]
const keyErrors = [
  noKey,
  common.unreadableKey,
  unknownKey,
  keysOfTwoAccounts,
  common.keyTooOften.listed({ example: [defaultLimits.requestsPerMinuteMax, exampleSeconds] }),
  tooManyFailures,
  common.unavailable,
]
const bodyErrors = [unreadableBody, common.bodyTooLarge, common.wrongMediaType]
const idempotencyErrors = [
  common.wrongIdempotencyKey,
  firstInProgress,
  idempotencyKeyReused,
  answerLost,
]
