import { type Document, type Media, type Operation, type Response, refTo } from './document.ts'

/**
 * Examples are written beside their schemas; readers look for them beside the request or response.
 * A schema that stands for several views is shown as one of them.
 */
export function showExamples(operation: Operation, document: Document): Operation {
  const show = (content: Record<string, Media>) =>
    Object.fromEntries(
      Object.entries(content).map(([type, media]) => [type, showExample(media, document)]),
    )
  const { requestBody } = operation
  return {
    ...operation,
    ...(requestBody === undefined
      ? {}
      : { requestBody: { ...requestBody, content: show(requestBody.content) } }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        'content' in response ? withContent(response, show) : response,
      ]),
    ),
  }
}

function withContent(
  response: Response,
  show: (content: Record<string, Media>) => Record<string, Media>,
): Response {
  return response.content === undefined
    ? response
    : { ...response, content: show(response.content) }
}

function showExample(media: Media, { components: { schemas } }: Document): Media {
  const views = media.schema['x-views']
  if (views !== undefined) {
    return {
      schema: { oneOf: views.map((name) => refTo('schemas', name)) },
      examples: Object.fromEntries(
        views.map((name) => [name, { value: schemas[name]?.examples?.[0] }]),
      ),
    }
  }
  const name = media.schema.$ref?.split('/').at(-1) ?? ''
  const example = schemas[name]?.examples?.[0]
  const hasOwn = media.example !== undefined || media.examples !== undefined
  return example === undefined || hasOwn ? media : { ...media, example }
}

/** The schemas without what is now shown beside requests and responses. */
export function withoutExamples(schemas: Document['components']['schemas']) {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { ...schema, examples: undefined }]),
  )
}
