import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../kernel/index.ts'
import { type FileImport, ImportRefused, datasetNotFound } from '../../datasets/index.ts'
import {
  type ImportRequest,
  datasetOfProduct,
  importAsManager,
  keyFieldMissing,
  mergeByAnotherKey,
  mergeChangesSettings,
  noSuchColumn,
} from '../../management/index.ts'
import { fieldNeeded } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
import { datasetParams, importedSchema, refusedImport, viewImported } from './dataset.ts'
import { csvExample, jsonLinesExample } from './examples.ts'
import {
  type ImportQuery,
  importParameters,
  readDryRun,
  readMode,
  readSettings,
  typesWanted,
} from './import-query.ts'
import { viewProblems } from '../wire/problem.ts'
import { addUploads, assertFits, bytesOf, uploadTimeoutMs } from '../body/upload.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { wrongImportType } from './reasons.ts'
import { uploadTooLarge } from '../body/reasons.ts'
import { wrongMediaType } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'

const formats: Readonly<Record<string, FileImport['format']>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'json_lines',
  'application/jsonl': 'json_lines',
}
const bodySchema = { type: 'string', description: 'The items, in UTF-8.' }
const bodies = {
  'text/csv': { schema: bodySchema, example: csvExample },
  'application/x-ndjson': { schema: bodySchema, example: jsonLinesExample },
}

/** Lines that are wrong apart. */
const importErrors = [
  datasetNotFound.listed({
    when: 'The dataset is named by an id that you do not own.',
    example: [ids.dataset],
  }),
  wrongParameter.listed({ example: ['types', typesWanted] }),
  tooLongParameter('name', 200),
  datasetOfProduct,
  keyFieldMissing,
  noSuchColumn,
  mergeChangesSettings,
  mergeByAnotherKey,
  fieldNeeded.listed({ example: ['garages', 'city', 'by-garage'] }),
  uploadTooLarge,
  wrongMediaType.listed({ when: 'The Content-Type is neither text/csv nor application/x-ndjson.' }),
  wrongImportType,
]

export function addImportDataset(app: App, deps: HttpDeps, bytesMax: number): void {
  addUploads(app, Object.keys(formats), (scope) => {
    scope.post(
      '/manage/datasets/:datasetKey/import',
      {
        config: {
          access: 'manage',
          isRepeatable: true,
          expensive: 'imports',
          bodyTimeoutMs: uploadTimeoutMs,
          bodies,
          refuses: importErrors,
        },
        schema: {
          operationId: 'importDataset',
          summary: 'Import a dataset',
          description:
            'Creates the dataset, or changes its items, from CSV or JSON lines: ' +
            'completely, or not at all if a line is invalid or the connection is lost. ' +
            'Items with an existing key keep their ids. The file is processed as a stream ' +
            'and may be up to 1 GiB, unless the operator has set another limit. Repeating ' +
            'an import changes nothing, so there is no Idempotency-Key.',
          tags: ['Management'],
          params: datasetParams,
          querystring: importParameters,
          response: {
            200: named(importedSchema),
            422: refusedImport,
          },
        },
      },
      async (request, reply) => {
        const { params, query } = request
        const importRequest = readImport(request, params.datasetKey, query, bytesMax)
        try {
          const done = await importAsManager(deps, callerOf(request), importRequest)
          return viewImported(done, importRequest.isDryRun)
        } catch (error) {
          if (!(error instanceof ImportRefused)) throw error
          return answerRefused(reply, error)
        }
      },
    )
  })
}

const keyPattern = /^(?!dat_)[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const keyLettersMax = 60

function readImport(
  request: FastifyRequest,
  key: string,
  query: ImportQuery,
  bytesMax: number,
): ImportRequest {
  if (!isId('dat', key) && (!keyPattern.test(key) || key.length > keyLettersMax)) {
    throw wrongParameter(
      'datasetKey',
      `at most ${keyLettersMax} lower-case letters, digits and dashes`,
    )
  }
  assertFits(request, bytesMax)
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const format = formats[mediaType]
  if (format === undefined) {
    throw wrongImportType()
  }
  return {
    key,
    mode: readMode(query),
    settings: readSettings(query),
    isDryRun: readDryRun(query),
    format,
    file: query.file ?? key,
    source: bytesOf(request, bytesMax),
    signal: request.server.draining.tooLate,
  }
}

function answerRefused(reply: FastifyReply, { problems, total }: ImportRefused): FastifyReply {
  return reply.code(422).send({
    status: 'Unprocessable Entity',
    code: 'file_has_mistakes',
    message: `The file has ${total === 1 ? 'a mistake' : `${total} mistakes`}.`,
    problems: viewProblems(problems),
    problems_total: total,
  })
}
