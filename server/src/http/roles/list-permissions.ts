import { allPermissions, permissions } from '../../identity/index.ts'
import type { App } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { permissionExample } from './examples.ts'
import { permissionSchema } from './role.ts'

export function addListPermissions(app: App): void {
  app.get(
    '/manage/permissions',
    {
      config: { access: 'shared' },
      schema: {
        operationId: 'listPermissions',
        summary: 'List permissions',
        description: 'All permissions that roles can grant, and what each can be limited to.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(permissionSchema)), 'The permissions.', [
            permissionExample,
          ]),
        },
      },
    },
    async () =>
      allPermissions.map((permission) => {
        const { description, limits } = permissions[permission]
        return { permission, description, limits: [...limits] }
      }),
  )
}
