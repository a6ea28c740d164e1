import type { Static } from 'typebox'
import type { Refusal } from '../../kernel/index.ts'
import { type Caller, type Permission, isWithin, limitsOf } from '../../identity/index.ts'
import { flag, textOrNull } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { permissionMissing } from '../reasons.ts'

const allowedActSchema = Type.Object({
  allowed: flag('Whether the act would be accepted now.'),
  code: textOrNull('The code of the refusal; null for an allowed act.'),
  reason: textOrNull('Why it is refused, for people; null for an allowed act.'),
})

export const allowedSchema = Type.Record(Type.String(), allowedActSchema, {
  description: 'What the caller may do with it now, and why not.',
})

/** Something that can be done with a resource: what it needs, and why it is refused now. */
export interface Act {
  readonly permission: Permission
  readonly refusal: Refusal | null
}

/** The state of the resource comes first: a permission would not help. */
export function viewAllowed(
  caller: Pick<Caller, 'grants'>,
  acts: Readonly<Record<string, Act>>,
  /** The sale that the acts are about; null where permissions are not limited by it. */
  sale: { readonly productId: string; readonly distributorId: string } | null,
): Static<typeof allowedSchema> {
  return Object.fromEntries(
    Object.entries(acts).map(([name, { permission, refusal }]) => {
      const missing = mayDo(caller, permission, sale) ? null : permissionMissing(permission)
      const { code = null, message = null } = (refusal ?? missing)?.details ?? {}
      return [name, { allowed: code === null, code, reason: message }]
    }),
  )
}

function mayDo(
  { grants }: Pick<Caller, 'grants'>,
  permission: Permission,
  sale: { readonly productId: string; readonly distributorId: string } | null,
): boolean {
  if (!grants.has(permission)) return false
  return sale === null || isWithin(limitsOf(grants, permission), sale)
}
