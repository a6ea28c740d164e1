import { batchDownloaded, downloadBatch, payoutBatchNotFound } from '../../payments/index.ts'
import type { BodyPace } from '../../settings/index.ts'
import { callerOf } from '../access/access.ts'
import { sendText } from '../body/send-text.ts'
import type { App, HttpDeps } from '../deps.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { wrongParameter } from '../query/reasons.ts'
import { personalDataMasked } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { batchFileExample } from './examples.ts'

const againWanted = 'true or false'
const theFile = 'The file of a batch of payouts'

export function addDownloadPayouts(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/payout_batches/:batchId/file',
    {
      config: {
        access: 'manage',
        expensive: 'exports',
        refuses: [
          wrongParameter.listed({ example: ['again', againWanted] }),
          payoutBatchNotFound,
          batchDownloaded,
          personalDataMasked.listed({
            when: 'The file has names and account numbers of customers, which are masked for the caller.',
            example: [theFile],
          }),
        ],
      },
      schema: {
        operationId: 'downloadPayouts',
        summary: 'Download the file of a batch',
        description:
          'One line for each payout of the batch that is still with the bank, with account ' +
          'numbers and decimal amounts. Each download is in the audit log; all after the first ' +
          'take `again=true`, so that nothing is paid twice by mistake. A connection that ends ' +
          'before the last chunk means that the download failed.',
        tags: ['Management'],
        params: Type.Object({ batchId: pathId('The batch.', ids.payoutBatch) }),
        querystring: Type.Object({
          again: Type.Optional(
            Type.String({ maxLength: 10, description: '`true` to download the file once more.' }),
          ),
        }),
        response: {
          200: {
            description: 'The payouts.',
            content: { 'text/csv': { schema: Type.String(), example: batchFileExample } },
          },
        },
      },
    },
    async (request, reply) => {
      const { again = 'false' } = request.query
      if (again !== 'true' && again !== 'false') throw wrongParameter('again', againWanted)
      const { batchId } = request.params
      const caller = callerOf(request)
      if (isMaskedFor(caller)) throw personalDataMasked(theFile)
      const wanted = { caller, batchId, isAgain: again === 'true' }
      const { downloads, lines } = await downloadBatch(deps, wanted)
      const copy = downloads === 1 ? '' : `-again-${downloads}`
      const file = `payouts-${batchId}${copy}.csv`
      return sendText(request, reply, { mediaType: 'text/csv', file }, lines, pace)
    },
  )
}
