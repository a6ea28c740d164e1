import { receiptStates, refusalOfSettling, searchReceipts } from '../../billing/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptsExample } from './examples.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { filter, given, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { bankReceiptSchema, viewBankReceipt } from './receipt.ts'

const stateWanted = `one of ${receiptStates.join(', ')}`

export function addSearchReceipts(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/receipts',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('state', 300),
          wrongParameter.listed({
            label: 'unknown_state',
            when: 'The state is unknown.',
            example: ['state', stateWanted],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchReceipts', 'Search bank receipts', {
          state: filter(`One of ${receiptStates.join(', ')}.`),
          ...pageParameters,
        }),
        response: { 200: pageOf(bankReceiptSchema, 'A page of receipts.', receiptsExample) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const written = given(query.state)
      const state = receiptStates.find((one) => one === written) ?? null
      if (written !== null && state === null) throw wrongParameter('state', stateWanted)
      const wanted = { ...scopeOf(callerOf(request)), state }
      const found = await searchReceipts(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map((receipt) => {
        const refusal = refusalOfSettling(receipt)
        const acts = {
          match: ['matchReceipt', refusal],
          dismiss: ['dismissReceipt', refusal],
        } as const
        return { ...viewBankReceipt(receipt), allowed: viewAllowed(request, acts) }
      })
    },
  )
}
