import type { Call } from './call.ts'
import { acceptName, acceptParameter, completeOperation } from './complete-operation.ts'
import { describeWebhooks } from './describe-webhooks.ts'
import type { Document, Operation } from './document.ts'
import { listErrorCodes } from './list-error-codes.ts'
import { shareExamples } from './share-examples.ts'
import { mapOperations, shareResponses } from './share-responses.ts'
import { showExamples, withoutExamples } from './show-examples.ts'

/** Completes the document that the schemas of the routes make. */
export function completeDocument(document: Document, calls: ReadonlyMap<string, Call>): Document {
  const callOf = (operation: Operation) => {
    const call = calls.get(operation.operationId ?? '')
    if (call === undefined) throw new Error('a documented route has no operationId of its own')
    return call
  }
  const whole = mapOperations(document.paths, (operation) =>
    showExamples(completeOperation(operation, callOf(operation)), document),
  )
  const { paths, responses, examples } = shareExamples(shareResponses(whole))
  const { components, paths: _, ...rest } = document
  const { webhooks, schemas } = describeWebhooks()
  return {
    ...rest,
    paths: inOrderOfTags(paths, document.tags),
    components: {
      ...components,
      parameters: { ...acceptParameters(calls), ...components.parameters },
      responses,
      examples,
      schemas: { ...listErrorCodes(withoutExamples(components.schemas), whole), ...schemas },
    },
    webhooks,
  }
}

/** Sorts paths by tags, so that the sale comes first. */
function inOrderOfTags(paths: Document['paths'], tags: Document['tags']): Document['paths'] {
  const place = (operations: Document['paths'][string]) => {
    const [tag] = Object.values(operations)[0]?.tags ?? []
    return tags.findIndex(({ name }) => name === tag)
  }
  return Object.fromEntries(
    Object.entries(paths).toSorted(([, one], [, other]) => place(one) - place(other)),
  )
}

function acceptParameters(calls: ReadonlyMap<string, Call>): Record<string, object> {
  return Object.fromEntries(
    [...calls.values()]
      .filter((call) => call.accept !== null)
      .map((call) => [acceptName(call), acceptParameter(call)]),
  )
}
