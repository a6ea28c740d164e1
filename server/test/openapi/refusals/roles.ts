import type { JsonObject } from '../../../src/kernel/index.ts'
import { ownRolesMax } from '../../../src/management/index.ts'
import { demoAccount, foreignInsurer, newKey } from '../../builders/credentials.ts'
import { type Manager, managerOn } from '../../builders/manager.ts'
import { browserOn, goodPassword } from '../../builders/people.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const roles = '/manage/roles'
const unknownAccount = 'acc_01b0acc58e20f815915595d9a007'
const reading = [{ permission: 'policies.read' }]
let made = 0

/** The key of a new role with one permission. */
export async function roleOf({ platform }: Stage, permission: string): Promise<string> {
  made += 1
  const key = `only_${made}`
  await managerOn(platform).post(roles, { key, name: 'x', grants: [{ permission }] })
  return key
}

/** The insurer with a key that may do one thing. */
export async function restricted(stage: Stage, permission: string): Promise<Manager> {
  const { platform } = stage
  const insurer = await demoAccount(platform, 'demo-insurance')
  const role = await roleOf(stage, permission)
  return managerOn(platform, (await newKey(platform, insurer, 'secret', false, [role])).key)
}

/** An insurer with one administrator. */
export async function ledByOne({ platform }: Stage): Promise<{ by: Manager; lastId: string }> {
  made += 1
  const insurer = await foreignInsurer(platform, `led-by-one-${made}`)
  const by = managerOn(platform, (await newKey(platform, insurer)).key)
  const body = { email: `last.${made}@example.com`, name: 'x', roles: ['administrator'] }
  const { link } = (await by.post('/manage/users', body)).json<{ link: string }>()
  const secret = link.split('=').at(-1)
  const joined = await browserOn(platform).send('POST', '/manage/links/accept', {
    body: { secret, password: goodPassword },
  })
  return { by, lastId: joined.json<{ person: { id: string } }>().person.id }
}

export function roleRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(stage.platform)
  const create = (body: JsonObject, by = manager) =>
    by.post(roles, { key: 'brief', name: 'x', grants: reading, ...body })
  const change = async (body: JsonObject, by = manager) => {
    await create({ key: 'changing' })
    return by.patch(`${roles}/changing`, body)
  }
  /** What is wrong with grants, however they are sent. */
  const wrongGrants = (send: (body: JsonObject, by?: Manager) => ReturnType<typeof create>) => ({
    unknown_permission: () => send({ grants: [{ permission: 'policy.read' }] }),
    limit_not_possible: () =>
      send({ grants: [{ permission: 'keys.manage', product_ids: ['cyber'] }] }),
    role_product_not_found: () =>
      send({ grants: [{ permission: 'policies.read', product_ids: ['cyber-basic'] }] }),
    role_distributor_not_found: () =>
      send({ grants: [{ permission: 'policies.read', distributor_ids: ['coast-agents'] }] }),
    grant_exceeds_own: async () =>
      send(
        { grants: [{ permission: 'policies.cancel' }] },
        await restricted(stage, 'roles.manage'),
      ),
  })
  const elsewhere = `?account_id=${unknownAccount}`
  return {
    listRoles: { account: () => manager.get(roles + elsewhere) },
    createRole: {
      invalid_member: () => manager.post(roles, { key: 'Claims Desk', name: 'x' }),
      role_key_taken: () => create({ key: 'viewer' }),
      too_many_roles: async () => {
        const insurer = await foreignInsurer(stage.platform, 'with-many-roles')
        const other = managerOn(stage.platform, (await newKey(stage.platform, insurer)).key)
        for (let at = 0; at < ownRolesMax; at++) await create({ key: `role_${at}` }, other)
        return create({ key: 'one_more' }, other)
      },
      account: () => create({ account_id: unknownAccount }),
      ...wrongGrants(create),
    },
    changeRole: {
      invalid_member: () => change({ grants: [] }),
      role_built_in: () => manager.patch(`${roles}/viewer`, { name: 'x' }),
      last_administrator: async () => {
        const { by, lastId } = await ledByOne(stage)
        const leading = [{ permission: 'users.manage' }, { permission: 'roles.manage' }]
        await create({ key: 'chief', grants: leading }, by)
        await by.patch(`/manage/users/${lastId}`, { roles: ['chief'] })
        return by.patch(`${roles}/chief`, { grants: [{ permission: 'users.manage' }] })
      },
      role: () => manager.patch(`${roles}/claims_desk`, { name: 'x' }),
      account: () => manager.patch(`${roles}/claims_desk${elsewhere}`, { name: 'x' }),
      idempotency_key_reused: () => withOneKey(stage, 'changeRole', { role: 'a' }, { role: 'b' }),
      ...wrongGrants(change),
    },
    deleteRole: {
      role_built_in: () => manager.delete(`${roles}/viewer`),
      role_in_use: async () => {
        await create({ key: 'service_desk' })
        const body = { kind: 'secret', livemode: false, name: 'x', roles: ['service_desk'] }
        await manager.post('/manage/keys', body)
        return manager.delete(`${roles}/service_desk`)
      },
      role: () => manager.delete(`${roles}/claims_desk`),
      account: () => manager.delete(`${roles}/claims_desk${elsewhere}`),
      idempotency_key_reused: () => withOneKey(stage, 'deleteRole', { role: 'a' }, { role: 'b' }),
    },
  }
}
