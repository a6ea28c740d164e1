import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { PolicyId, Refusal } from '../../kernel/index.ts'
import { isWithin, limitsOf } from '../../identity/index.ts'
import { findPolicy } from '../../policies/index.ts'
import type { HttpDeps } from '../deps.ts'
import { flag, named, textOrNull } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { permissionMissing } from '../reasons.ts'
import { callerOf, refusalOfCall } from './access.ts'
import { type CallName, permissionsOfCalls } from './permissions-of-calls.ts'

export const allowedActSchema = Type.Object(
  {
    allowed: flag('Whether the call would be accepted now.'),
    code: textOrNull('The code of the refusal; null for an allowed act.'),
    reason: textOrNull('Why it is refused, for people; null for an allowed act.'),
  },
  { $id: 'AllowedAct', description: 'Whether the caller may do something now, and why not.' },
)
type AllowedAct = Static<typeof allowedActSchema>

/** The member `allowed` of a resource with these acts. */
export function allowed<Name extends string>(...acts: readonly Name[]) {
  return Type.Unsafe<Record<Name, AllowedAct>>({
    type: 'object',
    properties: Object.fromEntries(acts.map((act) => [act, named(allowedActSchema)])),
    required: [...acts],
    description: 'What the caller may do with it now, and why not.',
  })
}

/**
 * Something that can be done with a resource: the call, and why the resource refuses it now. Whatever
 * depends on the body of the call is not known yet, and refuses nothing.
 */
export type Act = readonly [call: CallName, refusal: Refusal | null]

/** The sale that acts are about. */
interface SaleOfActs {
  readonly productId: string
  readonly distributorId: string | null
}

/** What the caller of a request may do with a resource: each act as its call would answer it. */
export function viewAllowed<Name extends string>(
  request: FastifyRequest,
  acts: Readonly<Record<Name, Act>>,
  /** Null where permissions are not limited by it. */
  sale: SaleOfActs | null = null,
): Record<Name, AllowedAct> {
  const entries = Object.entries<Act>(acts).map(([name, [call, refusal]]) => {
    const { code = null, message = null } =
      (refusalBefore(request, call, sale) ?? refusal)?.details ?? {}
    return [name, { allowed: code === null, code, reason: message }]
  })
  return Object.fromEntries(entries) as Record<Name, AllowedAct> // Of all acts.
}

/** The same of something that belongs to a policy, which is looked up for callers with limits only. */
export async function viewAllowedOf<Name extends string>(
  { db, clock }: Pick<HttpDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  acts: Readonly<Record<Name, Act>>,
  { policyId }: { readonly policyId: PolicyId },
): Promise<Record<Name, AllowedAct>> {
  const caller = callerOf(request)
  const isLimited = Object.values<Act>(acts).some(([call]) => {
    const permission = permissionsOfCalls[call] ?? null
    return permission !== null && limitsOf(caller.grants, permission) !== null
  })
  return viewAllowed(
    request,
    acts,
    isLimited ? await findPolicy(db, caller, policyId, clock()) : null,
  )
}

/** What the request gate would answer. Outside of its limits a permission is as good as none. */
function refusalBefore(
  request: FastifyRequest,
  call: CallName,
  sale: SaleOfActs | null,
): Refusal | null {
  const permission = permissionsOfCalls[call] ?? null
  if (permission === null) return null
  const caller = callerOf(request)
  const refusal = refusalOfCall(request.server, call, caller)
  if (refusal !== null || sale === null) return refusal
  return isWithin(limitsOf(caller.grants, permission), sale) ? null : permissionMissing(permission)
}
