import { accountNotFound, setMailAddress } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { accountSchema, setMailAddressBody, viewAccount } from './account.ts'
import { addressedDistributorExample } from './examples.ts'

export function addSetMailAddress(app: App, deps: HttpDeps): void {
  app.put(
    '/manage/distributors/:distributorId/mail_address',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`email` is missing, or is neither an e-mail address nor null.', {
            code: 'required',
            field: 'email',
            rules: ['required'],
          }),
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'setMailAddress',
        summary: 'Set where mails to a distributor go',
        description:
          'Mails that a product sends to `distributor` go to this address of the distributor of ' +
          'the policy. For a distributor that you created; without an address it gets none.',
        tags: ['Management'],
        params: Type.Object({ distributorId: pathId('The distributor.', ids.newDistributor) }),
        body: named(setMailAddressBody),
        response: {
          200: exampled(named(accountSchema), 'The distributor.', addressedDistributorExample),
        },
      },
    },
    async (request) => {
      const { distributorId } = request.params
      const { email: address } = request.body
      return viewAccount(
        await setMailAddress(deps, { caller: callerOf(request), distributorId, address }),
      )
    },
  )
}
