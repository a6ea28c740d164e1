import { csvLine } from '../../kernel/index.ts'
import {
  type MassResult,
  findMassEndorsement,
  massEndorsementNotFound,
  readResults,
} from '../../mass-endorsements/index.ts'
import type { BodyPace } from '../../settings/index.ts'
import { callerOf } from '../access/access.ts'
import { sendText } from '../body/send-text.ts'
import type { App, HttpDeps } from '../deps.ts'
import { Type } from '../wire/type.ts'
import { massResultsCsvExample } from './examples.ts'
import { outcomeFilter, readOutcome, unknownOutcome } from './list-results.ts'
import { massEndorsementParams, resultColumns, viewMassResult } from './mass-endorsement.ts'

export function addExportMassEndorsementResults(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/mass_endorsements/:massEndorsementId/results/export',
    {
      config: {
        access: 'manage',
        expensive: 'exports',
        refuses: [massEndorsementNotFound, unknownOutcome],
      },
      schema: {
        operationId: 'exportMassEndorsementResults',
        summary: 'Export the results of a mass endorsement',
        description:
          'What became of each policy as CSV, one line for each, with amounts in minor units. A ' +
          'connection that ends before the last chunk means that the export failed.',
        tags: ['Management'],
        params: massEndorsementParams,
        querystring: Type.Object({ outcome: outcomeFilter }),
        response: {
          200: {
            description: 'The results.',
            content: { 'text/csv': { schema: Type.String(), example: massResultsCsvExample } },
          },
        },
      },
    },
    async (request, reply) => {
      const { massEndorsementId } = request.params
      const outcome = readOutcome(request.query.outcome)
      const { id } = await findMassEndorsement(deps.db, callerOf(request), massEndorsementId)
      const lines = csvOf(readResults(deps.db.reads, id, outcome))
      return sendText(request, reply, { mediaType: 'text/csv', file: `${id}.csv` }, lines, pace)
    },
  )
}

async function* csvOf(pages: AsyncIterable<readonly MassResult[]>): AsyncGenerator<string> {
  yield csvLine(resultColumns)
  for await (const results of pages) yield results.map(lineOf).join('')
}

function lineOf(result: MassResult): string {
  const { price, ...others } = viewMassResult(result)
  const members: Readonly<Record<string, string | number | null>> = { ...others, ...price }
  return csvLine(resultColumns.map((column) => String(members[column] ?? '')))
}
