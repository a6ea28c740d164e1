import { type Document, type Media, type Schema, refTo } from './document.ts'
import { refusedAnywhere } from './listed-errors.ts'

type Schemas = Document['components']['schemas']

/** Adds `ErrorCode`, the closed list of all codes, and types the `code` of errors by it. */
export function listErrorCodes(schemas: Schemas, paths: Document['paths']): Schemas {
  const errors = schemas['Error']
  const described: Schema | undefined = errors?.properties?.['code']
  if (errors === undefined || described === undefined) {
    throw new Error('the document has no schema of errors with a code')
  }
  const code = { ...refTo('schemas', 'ErrorCode'), description: described.description }
  return {
    ...schemas,
    Error: { ...errors, properties: { ...errors.properties, code } },
    ErrorCode: {
      type: 'string',
      description: 'The reason of a refusal. Later releases may add codes.',
      enum: codesIn(paths),
    },
  }
}

/** Those of the calls, and those of any call. */
function codesIn(paths: Document['paths']): string[] {
  const responses = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => Object.entries(operation.responses))
    .filter(([status]) => Number(status) >= 400)
    .map(([, response]) => response)
  const media = responses.flatMap((one) =>
    'content' in one ? Object.values(one.content ?? {}) : [],
  )
  const codes = [...media.flatMap(codesOf), ...refusedAnywhere.map(({ code }) => code)]
  return [...new Set(codes)].toSorted()
}

function codesOf({ examples = {} }: Media): string[] {
  return Object.values(examples)
    .map((example) => Reflect.get(Object('value' in example ? example.value : null), 'code'))
    .filter((code: unknown) => typeof code === 'string')
}
