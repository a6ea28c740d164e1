import type { Static } from 'typebox'
import { findWithdrawalPage, withdrawalPageNotFound } from '../../withdrawals/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { flag, named, text, texts } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { withdrawalPageExample } from './examples.ts'
import { address, readMode, wrongMode } from './page-address.ts'

export const withdrawalPageSchema = Type.Object(
  {
    product_id: text('The product.'),
    livemode: flag('True for live, false for test.'),
    insurer_name: text('The name of the insurer, who receives the withdrawal.'),
    product_names: texts('The name of the product by language.'),
    languages: Type.Array(Type.String(), { description: 'The languages of the product.' }),
    default_language: text('Its first language.'),
    mails_receipt: flag(
      'Whether the receipt is also sent by mail. If not, what the page shows is the receipt.',
    ),
  },
  {
    $id: 'WithdrawalPage',
    description: 'What the page shows on which customers of a product declare a withdrawal.',
    examples: [withdrawalPageExample],
  },
)

/** What the page shows before anybody has declared anything. It needs no key. */
export function addShowWithdrawalPage(app: App, deps: HttpDeps): void {
  app.get(
    '/withdrawals/:productId',
    {
      config: { access: 'open', refuses: [wrongMode, withdrawalPageNotFound] },
      schema: {
        operationId: 'showWithdrawalPage',
        summary: 'View what the withdrawal page of a product shows',
        description: 'The insurer, the product and its languages. No key is needed.',
        tags: ['Sales'],
        ...address,
        response: { 200: named(withdrawalPageSchema) },
      },
    },
    async (request): Promise<Static<typeof withdrawalPageSchema>> => {
      const livemode = readMode(request.query.mode)
      const page = await findWithdrawalPage(deps, request.params.productId, livemode)
      const { name, names, languages, defaultLanguage, mails } = page.definition
      const receipt = mails?.mails.find(({ event }) => event === 'withdrawal.received')
      return {
        product_id: page.productId,
        livemode,
        insurer_name: page.insurer.name,
        product_names: names ?? { [defaultLanguage]: name },
        languages: [...languages],
        default_language: defaultLanguage,
        mails_receipt: receipt?.isSent === true,
      }
    },
  )
}
