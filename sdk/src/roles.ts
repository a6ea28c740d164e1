import type { Caller } from './caller.ts'
import type { ChangeRole, CreateRole, Operations } from './generated.ts'
import type { CallOptions } from './operation.ts'

/** The account of the roles, where it is not your own: `{ account_id }`. */
type Of = Operations['listRoles']['query']

/** Named sets of permissions. A distributor's secret key works too, for its own roles. */
export function rolesOf({ call }: Caller) {
  return {
    /** All permissions that a role can grant. */
    permissions: (options?: CallOptions) => call('listPermissions', options),
    list: (of: Of = {}, options?: CallOptions) => call('listRoles', { ...options, query: of }),
    create: (body: CreateRole, options?: CallOptions) => call('createRole', { ...options, body }),
    /** Applies to every key that has the role, from its next request on. */
    change: (role: string, body: ChangeRole, of: Of = {}, options?: CallOptions) =>
      call('changeRole', { ...options, params: { role }, query: of, body }),
    delete: (role: string, of: Of = {}, options?: CallOptions) =>
      call('deleteRole', { ...options, params: { role }, query: of }),
  }
}
