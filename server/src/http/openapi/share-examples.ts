import { type Example, type Reference, type Response, refTo } from './document.ts'
import { freeName, nameOfLabel, repeated } from './repeated.ts'
import { type SharedResponses, mapOperations } from './share-responses.ts'

/** Names the errors that several responses share, so that each is in the document once. */
export function shareExamples(shared: SharedResponses): SharedResponses & {
  readonly examples: Record<string, Example>
} {
  const names = nameShared(shared)
  const examples: Record<string, Example> = {}
  const share = (example: Example | Reference) => {
    const name = names.get(JSON.stringify(example))
    if (name === undefined || '$ref' in example) return example
    examples[name] = example
    return refTo('examples', name)
  }
  const shareIn = <Answer extends Response | Reference>(answer: Answer) => {
    const json = jsonOf(answer)
    if (json?.examples === undefined) return answer
    const listed = Object.entries(json.examples).map(([label, one]) => [label, share(one)])
    const content = { 'application/json': { ...json, examples: Object.fromEntries(listed) } }
    return { ...answer, content }
  }
  return {
    paths: mapOperations(shared.paths, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, shareIn),
    })),
    responses: mapValues(shared.responses, shareIn),
    examples,
  }
}

/** By what the error is called in its responses. */
function nameShared({ paths, responses }: SharedResponses): ReadonlyMap<string, string> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const owned = [
    ...Object.entries(responses),
    ...operations.flatMap(({ operationId = '', responses: own }) =>
      Object.values(own).map((response) => [operationId, response] as const),
    ),
  ]
  const places = owned.flatMap(([owner, response]) =>
    Object.entries(jsonOf(response)?.examples ?? {}).map(([label, part]) => ({
      part,
      label,
      owner,
    })),
  )
  const names = new Map<string, string>()
  for (const { text, first } of repeated(places)) {
    names.set(text, freeName(nameOfLabel(first.label), first.owner, names))
  }
  return names
}

function jsonOf(response: Response | Reference) {
  return 'content' in response ? response.content?.['application/json'] : undefined
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
