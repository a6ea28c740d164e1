import { Type } from '../wire/type.ts'
import { fillQuoteWorkbook, pricedWithoutWorkbook } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { quoteParams } from './explained-quote.ts'
import { quoteNotFound } from '../../quotes/index.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { personalDataMasked } from '../reasons.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const aWorkbook = 'A workbook filled with answers'

export function addFillQuoteWorkbook(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/quotes/:quoteId/workbook',
    {
      config: {
        access: 'manage',
        refuses: [
          quoteNotFound,
          pricedWithoutWorkbook,
          personalDataMasked.listed({ example: [aWorkbook] }),
        ],
      },
      schema: {
        operationId: 'fillQuoteWorkbook',
        summary: 'Get a quote as a filled workbook',
        description:
          'The workbook that priced the quote, with its answers in the input cells. A ' +
          'spreadsheet program shows the same result.',
        tags: ['Management'],
        params: quoteParams,
        response: {
          200: {
            description: 'The workbook.',
            content: {
              [workbookType]: { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { quoteId: id } = request.params
      const caller = callerOf(request)
      if (isMaskedFor(caller)) throw personalDataMasked(aWorkbook)
      const file = await fillQuoteWorkbook(deps, caller, id)
      return reply
        .type(file.mediaType)
        .header('content-disposition', `attachment; filename="${id}.${file.extension}"`)
        .send(Buffer.from(file.bytes))
    },
  )
}
