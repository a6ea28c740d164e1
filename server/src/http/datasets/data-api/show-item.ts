import {
  type FoundItem,
  checkLanguage,
  valueIn,
  datasetItemNotFound,
  languageUnknown,
  listParameterMissing,
  wrongListParameter,
} from '../../../datasets/index.ts'
import { type Json, isId } from '../../../kernel/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { named } from '../../wire/schema.ts'
import { readLanguage } from './read-list-request.ts'
import { isReadable } from './readable-dataset.ts'
import { versionErrors, versionOf } from './version-of.ts'
import { datasetItemSchema, itemParameters, itemPath, tokenHeader } from './wire.ts'
import { tokenMissing, tokenUnknown } from '../../../identity/index.ts'

export function addShowItem(app: App, deps: HttpDeps): void {
  app.get(
    '/dataset_items/:itemId',
    {
      config: {
        access: 'open',
        takesToken: true,
        refuses: [
          listParameterMissing.listed({ label: 'language', when: 'The language is missing.' }),
          wrongListParameter.listed({ example: ['language', languageUnknown(['en', 'de'], 'fr')] }),
          tokenMissing,
          tokenUnknown,
          datasetItemNotFound,
          ...versionErrors,
        ],
      },
      validatorCompiler: () => () => true, // Checked below, in the words of the other lists.
      schema: {
        operationId: 'showDatasetItem',
        summary: 'View a dataset item',
        description: 'All public fields of an item, in one language.',
        tags: ['Data'],
        params: itemPath,
        querystring: itemParameters,
        headers: tokenHeader,
        response: {
          200: named(datasetItemSchema),
        },
      },
    },
    async (request, reply) => {
      const { itemId } = request.params
      const versionId = await versionOf(deps, request)
      const item = isId('dai', itemId) ? await deps.datasets.item(itemId, versionId) : undefined
      if (item === undefined || !isReadable(item.dataset, request, reply)) {
        throw datasetItemNotFound(itemId)
      }
      const language = readLanguage(request.query)
      checkLanguage(item.dataset, language)
      return { id: item.id, data: publicValues(item, language) }
    },
  )
}

function publicValues(item: FoundItem, language: string): Record<string, Json> {
  const { fields, languages } = item.dataset
  return Object.fromEntries(
    fields
      .filter(({ hidden }) => !hidden)
      .map(({ name }) => [name, valueIn(item, name, language, languages)]),
  )
}
