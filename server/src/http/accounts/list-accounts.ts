import { Type } from '../wire/type.ts'
import { managedAccounts, refusalOfMailAddress } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { accountsExample } from './examples.ts'
import { accountSchema, viewAccount } from './account.ts'

export function addListAccounts(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/accounts',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'listAccounts',
        summary: 'List accounts',
        description: 'The insurer itself and the distributors that it created.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(accountSchema)), 'The accounts.', accountsExample),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      return (await managedAccounts(deps.db, caller)).map((account) => {
        const refusal = refusalOfMailAddress({ ...caller, limits: null }, account)
        const sale = { productId: '', distributorId: account.id }
        const acts = { set_mail_address: ['setMailAddress', refusal] } as const
        return { ...viewAccount(account), allowed: viewAllowed(request, acts, sale) }
      })
    },
  )
}
