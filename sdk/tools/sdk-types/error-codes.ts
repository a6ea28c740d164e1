import { type Document, type Operation, type Response, nameOf } from './document.ts'
import { propertyName } from './type-of-schema.ts'

/** The codes that an operation may be refused with, as a type; those of shared responses by name. */
export function refusesType(document: Document, { responses }: Operation): string {
  const parts = errorsIn(responses).flatMap((response) => {
    if (!('$ref' in response)) return codesOf(document, response)
    const name = nameOf(response.$ref)
    const isCoded = codesOf(document, document.components.responses[name] ?? {}).length > 0
    return isCoded ? [`SharedCodes[${JSON.stringify(name)}]`] : []
  })
  return parts.length === 0 ? 'never' : [...new Set(parts)].join(' | ')
}

/** One member for each response that operations share. */
export function sharedCodes(document: Document): string[] {
  return Object.entries(document.components.responses).flatMap(([name, response]) => {
    const codes = codesOf(document, response)
    return codes.length === 0 ? [] : [`readonly ${propertyName(name)}: ${codes.join(' | ')}`]
  })
}

function errorsIn(responses: Operation['responses']): Operation['responses'][string][] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([, response]) => response)
}

/** The codes of its examples, of which each error has one. */
function codesOf({ components }: Document, { content = {} }: Response): string[] {
  const codes = Object.values(content)
    .flatMap(({ examples = {} }) => Object.values(examples))
    .map((one) => ('$ref' in one ? components.examples[nameOf(one.$ref)] : one))
    .map((example) => Reflect.get(Object(example?.value), 'code') as unknown)
    .filter((code) => typeof code === 'string')
  return [...new Set(codes)].map((code) => `'${code}'`)
}
